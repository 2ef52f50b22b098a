/// A declaration, as the index knows it.
final class Symbol {
    /// What identifies it in all files.
    let usr: String
    /// The name with its labels, such as `send(to:)`.
    var name: String
    let kind: SymbolKind
    private(set) var definition: Occurrence?
    private(set) var references: [Occurrence] = []
    /// The declarations inside this one and its extensions, in order.
    private(set) var members: [Symbol] = []
    /// The types that it inherits from and conforms to.
    private(set) var bases: [Symbol] = []
    /// The types that inherit from it or conform to it.
    private(set) var derived: [Symbol] = []
    /// The requirements that it witnesses, and what it overrides.
    private(set) var overridden: [Symbol] = []
    /// What serves as this requirement.
    private(set) var witnesses: [Witness] = []
    /// The declaration around this one, which may be an extension.
    fileprivate var container: Symbol? { didSet { parent?.members.append(self) } }
    /// The type of an extension.
    private var extended: Symbol?
    /// The protocols that it is registered for, as far as the uses are read.
    var channels: Set<Symbol> = []
    private(set) lazy var fullName = demangledName

    init(usr: String, name: String, kind: SymbolKind) {
        self.usr = usr
        self.name = name
        self.kind = kind
    }

    func add(_ occurrence: Occurrence) {
        if occurrence.roles.contains(.definition) { definition = occurrence } else { references.append(occurrence) }
    }

    /// Adds what an occurrence of this symbol says of others.
    func relate(_ relations: [Relation], isDefined: Bool) {
        let home = relations.first { !$0.roles.isDisjoint(with: [.childOf, .containedBy]) }?.symbol
        for relation in relations {
            let roles = relation.roles
            let other = relation.symbol
            if roles.contains(.childOf), isDefined { container = other }
            if roles.contains(.extendedBy) { other.extended = self }
            if roles.contains(.baseOf) {
                (other.extended ?? other).bases.append(self)
                derived.append(other.extended ?? other)
            }
            if roles.contains(.overrideOf) {
                if !overridden.contains(other) { overridden.append(other) }
                if let home { other.witnesses.append(Witness(home: home, symbol: self)) }
            }
        }
    }

    /// The declaration around this one, which is the extended type for a member of an extension.
    var parent: Symbol? { container?.extended ?? container }

    /// The type around this declaration.
    var typeAround: Symbol? { parent.flatMap { $0.isType ? $0 : $0.typeAround } }

    /// Whether it is a type, except one without requirements that only marks others.
    var isType: Bool { kind.isType && !["s:s8SendableP", "s:s16SendableMetatypeP"].contains(usr) }

    /// The parameters, and not those of functions inside.
    var parameters: ArraySlice<Symbol> { members.filter { $0.kind == .parameter }.prefix(labels.count) }

    /// This member, and all that it witnesses or overrides.
    var withOverridden: [Symbol] { [self] + overridden.flatMap(\.withOverridden) }

    /// This type, and all that it inherits from and conforms to.
    var withBases: Set<Symbol> { bases.reduce(into: [self]) { $0.formUnion($1.withBases) } }

    /// All types that inherit from this one, and conform to it.
    var allDerived: Set<Symbol> { derived.reduce(into: []) { $0.formUnion($1.allDerived.union([$1])) } }

    /// Returns the requirements of protocols that this type doesn't leave to their defaults, if it conforms to them.
    func handled(of channel: [Symbol]) -> [Symbol]? {
        guard channel.allSatisfy({ $0.definition != nil && $0.kind == .protocol }) else { return nil }
        let refined = channel.reduce(into: Set()) { $0.formUnion($1.withBases) }
        return withBases.isSuperset(of: channel) ? channel.requirements.filter { has($0, beyond: refined) } : nil
    }

    /// Whether this type has a requirement itself, or from a class or another protocol, and not from these protocols.
    private func has(_ requirement: Symbol, beyond protocols: Set<Symbol>) -> Bool {
        witness(of: requirement).map { $0.typeAround.map(protocols.contains) != true } ?? false
    }

    /// Returns what serves as a requirement in this type, which may be a member of a superclass, or a default.
    func witness(of requirement: Symbol) -> Symbol? {
        let own = requirement.witnesses.first { ($0.home.extended ?? $0.home) == self }?.symbol
        return own ?? bases.lazy.filter { $0.kind == .class }.compactMap { $0.witness(of: requirement) }.first
    }
}

/// A symbol that an occurrence relates to its own.
struct Relation {
    let roles: SymbolRoles
    let symbol: Symbol
}

/// What serves as a requirement.
struct Witness {
    /// The type or the extension that declares it, or its conformance.
    let home: Symbol
    let symbol: Symbol
}

extension Sequence<Symbol> {
    /// The methods and properties that protocols and those that they refine require, each once.
    var requirements: [Symbol] {
        filter { $0.kind == .protocol }.reduce(into: []) { all, type in
            let own = type.members.filter { [.instanceMethod, .instanceProperty].contains($0.kind) }
            let more = own.filter { $0.container == type } + type.bases.requirements
            all += more.filter { !all.contains($0) }
        }
    }
}

extension Symbol: Hashable {
    static func == (left: Symbol, right: Symbol) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
