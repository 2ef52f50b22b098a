import MapBase

/// The facts of a file of Objective-C: the messages that its code sends, with what their arguments are.
///
/// Its text is read at the places that the index has, because its syntax has no tree.
extension FileFacts {
    init(readingObjectiveC file: SourceFile, in index: Index) {
        let reader = ObjectiveCReader(file: file, index: index)
        reader.read()
        self = reader.facts
    }
}

private final class ObjectiveCReader {
    let file: SourceFile
    let index: Index
    private(set) var facts = FileFacts()
    private let code: ObjectiveCCode
    /// The methods and functions that it defines, in order.
    private let methods: [Symbol]
    private var parameters: [Symbol: [String]] = [:]

    init(file: SourceFile, index: Index) {
        self.file = file
        self.index = index
        code = ObjectiveCCode(file.bytes)
        methods = file.occurrences.filter { $0.roles.contains(.definition) && $0.symbol.isObjectiveCFunction }
            .sorted { $0.offset < $1.offset }.map(\.symbol)
    }

    func read() {
        for occurrence in file.occurrences {
            if occurrence.roles.contains(.call) { read(occurrence) }
            if occurrence.symbol.name == "object", let receiver = receiver(at: occurrence) {
                let owner = occurrence.function.map(Owner.declared)
                facts.members[occurrence.offset] = MemberFact(receiver: receiver, owner: owner)
            }
        }
        for element in code.subscripts { read(element) }
        for symbol in index.symbols.values
        where symbol.definition?.file === file && (symbol.kind.isProperty || symbol.isMacro) {
            guard let value = symbol.objectiveCValue else { continue }
            let fact = fact(of: value, in: nil)
            facts.properties[symbol] = PropertyFact(
                value: fact, type: nil, isConstant: true, getter: nil, hasWrapper: false)
        }
    }

    private func read(_ occurrence: Occurrence) {
        guard let message = ObjectiveCMessage(at: occurrence) else { return }
        let function = occurrence.function
        let invocation = Invocation(
            place: Place(file: file, offset: occurrence.offset), callee: .function(occurrence.symbol),
            receiver: fact(of: message.receiver, in: function),
            receiverCode: .init(syntax: nil, objectiveC: message.receiver.code),
            arguments: arguments(of: message, in: function))
        let call = CallFact(
            invocation: invocation, owner: function.map(Owner.declared), bytes: message.bytes,
            dropsObjectiveCResult: message.isStatement)
        facts.calls[occurrence.offset] = call
    }

    private func read(_ element: ObjectiveCCode.Subscript) {
        let function = methods.last { $0.definition!.offset < element.offset }
        let key = ObjectiveCExpression(file: file, range: element.key)
        let invocation = Invocation(
            place: Place(file: file, offset: element.offset), callee: .value(.unknown(.computed)),
            receiver: fact(of: ObjectiveCExpression(file: file, range: element.base), in: function),
            arguments: [argument(key, fact(of: key, in: function))])
        facts.calls[element.offset] = CallFact(
            invocation: invocation, owner: function.map(Owner.declared),
            bytes: element.base.lowerBound..<element.key.upperBound + 1)
    }

    /// Returns what precedes the dot before a name, or what the message of a name is sent to.
    private func receiver(at occurrence: Occurrence) -> Fact? {
        let message = file.openingBracket(before: occurrence.offset).map { $0..<occurrence.offset }
        guard let range = code.bases[occurrence.offset] ?? message, !range.isEmpty else { return nil }
        return fact(of: ObjectiveCExpression(file: file, range: range), in: occurrence.function)
    }

    private func argument(_ expression: ObjectiveCExpression, _ value: Fact) -> Argument {
        Argument(label: nil, value: value, code: .init(syntax: nil, objectiveC: expression.code))
    }

    private func arguments(of message: ObjectiveCMessage, in function: Symbol?) -> [Argument] {
        // A selector is that of another object's class, unless the object is `self`.
        let isOnSelf = message.arguments.first?.code == "self"
        return message.arguments.map { expression in
            if case .selector(let selector) = expression.kind, !isOnSelf {
                return argument(expression, .text(selector))
            }
            return argument(expression, fact(of: expression, in: function))
        }
    }

    private func fact(of expression: ObjectiveCExpression, in function: Symbol?) -> Fact {
        switch expression.kind {
        case .nothing: return .nothing
        case .text(let text): return .text(text)
        case .name(let offset): return name(at: offset, in: function)
        case .selector(let selector):
            let classes = function?.typeAround?.withSuperclasses ?? []
            let method = classes.lazy.compactMap { self.index.symbols["\($0.usr)(im)\(selector)"] }.first
            return method.map { .function($0) } ?? .text(selector)
        case .dictionary(let keys):
            return .list(
                keys.map { key in
                    let fact = fact(of: key, in: function)
                    let code = Argument.Code(syntax: nil, objectiveC: key.code)
                    return .tuple([
                        .init(label: "key", value: fact, code: code), .init(label: "value", value: .unknown(.computed)),
                    ])
                })
        case .other: return other(expression, in: function)
        }
    }

    private func name(at offset: Int, in function: Symbol?) -> Fact {
        let place = Place(file: file, offset: offset)
        let symbols = file.symbols(at: offset)
        let base = code.bases[offset].map { fact(of: ObjectiveCExpression(file: file, range: $0), in: function) }
        if let property = symbols.first(where: \.kind.isProperty) {
            if property.isMacro, let value = property.objectiveCValue { return fact(of: value, in: nil) }
            return .property(index.swiftDeclaration(of: property), of: base, at: place)
        }
        if let method = symbols.first(where: { $0.kind != .parameter && $0.usr.contains("m)") }) {
            let property = index.swiftDeclaration(of: method)
            if property.kind.isProperty { return .property(property, of: nil, at: place) }
            // A message that is written with a dot.
            return .call(Invocation(place: place, callee: .function(method), receiver: base, arguments: []))
        }
        if let macro = symbols.first(where: \.isMacro) {
            return macro.objectiveCValue.map { fact(of: $0, in: nil) } ?? .unknown(.computed)
        }
        if base != nil { return .unknown(.computed) }
        if let local = local(at: offset, in: function) { return local }
        if let type = symbols.first(where: \.isType) { return .type(TypeFact(symbols: [type])) }
        return function == nil ? .unknown(.computed) : .unknown(.variable)
    }

    /// Returns what a name of a function is: the object, a parameter, or a variable that has one value.
    private func local(at offset: Int, in function: Symbol?) -> Fact? {
        let name = file.word(at: offset)
        if ["self", "super"].contains(name) {
            return .receiver(function.map(Owner.declared), type: function?.typeAround)
        }
        guard let function, let definition = function.definition, definition.file === file else { return nil }
        let blocks = code.blocks.filter { $0.bytes.contains(offset) }
        for block in blocks.reversed() {
            let place = Place(file: file, offset: block.bytes.lowerBound)
            if let position = block.parameters.firstIndex(of: name) { return .closureParameter(place, position) }
        }
        if parameters[function] == nil { parameters[function] = function.objectiveCParameters }
        if let position = parameters[function]!.firstIndex(of: name) {
            return .parameter(.declared(function), position)
        }
        // A variable of a block hides one outside of it.
        let starts = blocks.reversed().map(\.bytes.lowerBound) + [definition.offset]
        let values = starts.lazy.map { self.file.objectiveCValues(ofVariable: name, in: $0..<offset) }
        guard let found = values.first(where: { !$0.isEmpty }), found.count == 1 else { return nil }
        // In its own value, a variable is what it was before.
        if found[0].bytes.contains(offset) { return nil }
        return fact(of: found[0], in: function)
    }

    /// Returns what a message gives, or a block.
    private func other(_ expression: ObjectiveCExpression, in function: Symbol?) -> Fact {
        if expression.code.hasPrefix("^") {
            let place = Place(file: file, offset: expression.bytes.lowerBound)
            facts.closures[place] = ClosureFact(
                bytes: expression.bytes, parameters: [], owner: function.map(Owner.declared))
            return .closure(place)
        }
        guard expression.isMessage else { return .unknown(.computed) }
        let inside = file.occurrences(in: expression.bytes).filter { occurrence in
            !occurrence.symbol.isType
                && file.openingBracket(before: occurrence.offset) == expression.bytes.lowerBound + 1
        }
        // A property is named as a method without arguments.
        guard let called = inside.last(where: { $0.roles.contains(.call) }) ?? inside.first else {
            return .unknown(.computed)
        }
        let range = expression.bytes.lowerBound + 1..<called.offset
        let receiver = fact(of: ObjectiveCExpression(file: file, range: range), in: function)
        let declaration = index.swiftDeclaration(of: called.symbol)
        if declaration.kind.isProperty {
            return .property(declaration, of: receiver, at: Place(file: file, offset: called.offset))
        }
        // Nothing follows what a method of `self` returns.
        if case .receiver = receiver { return .unknown(.computed) }
        return .call(
            Invocation(
                place: Place(file: file, offset: called.offset), callee: .function(called.symbol), receiver: receiver,
                arguments: ObjectiveCMessage(at: called).map { arguments(of: $0, in: function) } ?? []))
    }
}
