@testable import Broadcasts
@testable import MapBase

/// A program whose symbols and facts a test makes by hand, so that it needs neither an index nor a compiler.
final class HandMadeProgram {
    /// `Broadcaster.notify(_:for:block:)`.
    let notify = Symbol(usr: "s:11BroadcasterAAC6notify", name: "notify(_:for:block:)", kind: .instanceMethod)
    /// `Broadcaster.register(_:observer:)`.
    let register = Symbol(usr: "s:11BroadcasterAAC8register", name: "register(_:observer:)", kind: .instanceMethod)
    var facts = FileFacts()
    private let file: SourceFile
    private var symbols: [Symbol] = []
    private var offset = 0

    init() {
        file = SourceFile(
            path: "App.swift", module: "App", isStale: false, code: String(repeating: " ", count: 10_000))
        symbols = [notify, register]
    }

    /// A place that nothing else has.
    func place() -> Place {
        offset += 1
        return Place(file: file, offset: offset)
    }

    func type(_ name: String, _ kind: SymbolKind = .protocol, inheriting base: Symbol? = nil) -> Symbol {
        let type = symbol(name, kind)
        base?.relate([Relation(roles: .baseOf, symbol: type)], isDefined: false)
        return type
    }

    /// Declares a function with facts about each of its parameters.
    func function(
        _ name: String, in type: Symbol? = nil, overriding base: Symbol? = nil, _ parameters: [ParameterFact]
    ) -> Symbol {
        let function = symbol(name, .instanceMethod)
        let around = type.map { [Relation(roles: .childOf, symbol: $0)] } ?? []
        let overridden = base.map { [Relation(roles: .overrideOf, symbol: $0)] } ?? []
        function.relate(around + overridden, isDefined: true)
        let owner = Owner.declared(function)
        facts.functions[owner] = FunctionFact(owner: owner, parameters: parameters, result: nil)
        return function
    }

    func function(
        _ name: String, in type: Symbol? = nil, overriding base: Symbol? = nil, _ parameters: ParameterFact...
    ) -> Symbol {
        function(name, in: type, overriding: base, parameters)
    }

    /// Writes a call down, which the index has, too.
    @discardableResult
    func call(_ function: Symbol, in caller: Symbol? = nil, on receiver: Fact? = nil, _ arguments: Argument...) -> Fact
    {
        call(.function(function), in: caller.map(Owner.declared), on: receiver, arguments)
    }

    @discardableResult
    func call(
        _ callee: Invocation.Callee, in caller: Owner?, on receiver: Fact? = nil, _ arguments: [Argument]
    ) -> Fact {
        let place = place()
        let invocation = Invocation(place: place, callee: callee, receiver: receiver, arguments: arguments)
        let call = CallFact(invocation: invocation, owner: caller, bytes: place.offset..<place.offset + 1)
        facts.calls[place.offset] = call
        switch callee {
        case .function(let function): function.add(occurrence(of: function, [.call], at: place, in: caller?.function))
        case .local(let local): facts.localCalls[local, default: []].append(call)
        case .value: break
        }
        return .call(invocation)
    }

    /// Writes down that code calls a member of something.
    func member(_ member: Symbol, of receiver: Fact, in caller: Symbol? = nil) {
        let place = place()
        facts.members[place.offset] = receiver
        member.add(occurrence(of: member, [.call], at: place, in: caller))
    }

    /// Writes down that the code of an initializer assigns a property.
    func store(_ value: Fact, in property: Symbol, by initializer: Symbol) {
        let place = place()
        facts.stores[place.offset] = value
        property.add(occurrence(of: property, [.write], at: place, in: initializer))
    }

    private func symbol(_ name: String, _ kind: SymbolKind) -> Symbol {
        let symbol = Symbol(usr: "\(name) \(symbols.count)", name: name, kind: kind)
        symbol.add(occurrence(of: symbol, [.definition], at: place(), in: nil))
        symbols.append(symbol)
        return symbol
    }

    private func occurrence(
        of symbol: Symbol, _ roles: SymbolRoles, at place: Place, in function: Symbol?
    ) -> Occurrence {
        let place = SourcePlace(line: 1, column: place.offset + 1)
        return Occurrence(file: file, place: place, symbol: symbol, roles: roles, function: function)
    }

    private var factStore: FactStore { FactStore(Index(symbols), of: [file: facts]) }

    /// The uses, each with its channel, the function around it, and its key, and the unresolved uses.
    var uses: [String] {
        let flow = BroadcastRules(factStore)
        let found = flow.uses.flatMap { id, uses in
            uses.map { use in
                let observer = use.observer.map { ": \($0.name)" } ?? ""
                let messages = use.methods.map { ".\($0.name)" }.joined()
                let key = use.key.map { " for \($0)" } ?? ""
                return "\(id.name)\(messages) \(use.operation.verb) in \(use.occurrence.functionName)\(observer)\(key)"
            }
        }
        return found.sorted() + flow.unresolved.map { "\($0.occurrence.functionName): \($0.reason.rawValue)" }
    }

    var resolver: Resolver { Resolver(factStore) }

    func values(of fact: Fact) -> [Fact] { resolver.values(of: fact) }
}

extension ParameterFact {
    static func plain(_ label: String = "_", _ type: TypeFact = TypeFact()) -> ParameterFact {
        ParameterFact(
            label: label, type: type, isFunction: false, isVariadic: false, isGeneric: false, standard: nil)
    }

    static func generic(_ label: String = "_") -> ParameterFact {
        ParameterFact(
            label: label, type: TypeFact(), isFunction: false, isVariadic: false, isGeneric: true, standard: nil)
    }

    static func function(_ label: String = "_") -> ParameterFact {
        ParameterFact(
            label: label, type: TypeFact(), isFunction: true, isVariadic: false, isGeneric: false, standard: nil)
    }
}

extension Argument {
    /// An argument whose code is `code`, where the map shows it.
    static func passing(_ value: Fact, _ label: String? = nil, code: String? = nil) -> Argument {
        Argument(label: label, value: value, code: Code(syntax: nil, objectiveC: code))
    }

    static func block(_ value: Fact) -> Argument { Argument(label: nil, isTrailing: true, value: value) }
}

extension Fact {
    /// The type itself, as an argument names it.
    static func channel(_ type: Symbol) -> Fact { .type(TypeFact(symbols: [type])) }
}
