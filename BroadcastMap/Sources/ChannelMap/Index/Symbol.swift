import Foundation

/// A declaration, as the index knows it.
final class Symbol {
    /// The identity of the declaration in all files.
    let usr: String
    /// The name with its labels, such as `send(to:)`.
    var name: String
    var kind: SymbolKind
    private(set) var definition: Occurrence?
    private(set) var references: [Occurrence] = []
    /// The references that assign it, once the index is read.
    private(set) lazy var writes = references.filter { $0.roles.contains(.write) }
    /// The declarations inside this one and its extensions, in order.
    private(set) var members: [Symbol] = []
    /// The types that it inherits from and conforms to.
    private(set) var bases: [Symbol] = []
    /// The types that inherit from it or conform to it.
    private(set) var derived: [Symbol] = []
    /// The requirements that it witnesses, and what it overrides.
    private(set) var overridden: [Symbol] = []
    /// The declarations that serve as this requirement.
    private(set) var witnesses: [Witness] = []
    /// The same by the type, once the index is read.
    private lazy var witnessesByHome = Dictionary(
        witnesses.map { ($0.home.extended ?? $0.home, $0.symbol) }, uniquingKeysWith: { first, _ in first })
    /// The declaration around this one, which may be an extension.
    private(set) var container: Symbol? { didSet { parent?.members.append(self) } }
    /// The type of an extension.
    private var extended: Symbol?
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

    /// True if the symbol is a type, except one without requirements that only marks others.
    var isType: Bool { kind.isType && !["s:s8SendableP", "s:s16SendableMetatypeP"].contains(usr) }

    /// The parameters, and not those of functions inside.
    var parameters: ArraySlice<Symbol> { members.filter { $0.kind == .parameter }.prefix(labels.count) }

    /// Returns this symbol and all that a relation leads to, each once, and what is behind one before the next.
    ///
    /// A compiler that refuses types that inherit from each other writes their index nevertheless.
    func following(_ relation: (Symbol) -> [Symbol]) -> [Symbol] {
        var found: [Symbol] = []
        var known: Set<Symbol> = []
        var next = [self]
        while let symbol = next.popLast() {
            guard known.insert(symbol).inserted else { continue }
            found.append(symbol)
            next += relation(symbol).reversed()
        }
        return found
    }

    /// This member, and all that it witnesses or overrides.
    var withOverridden: [Symbol] { following(\.overridden) }

    /// This member, and all that overrides or witnesses it.
    var withOverrides: [Symbol] { following { $0.witnesses.map(\.symbol) } }

    /// Returns this member, and what overrides it in a type and in those that inherit from that type.
    func overrides(in type: Symbol) -> [Symbol] {
        let types = type.allDerived
        return [self] + withOverrides.dropFirst().filter { $0.typeAround.map(types.contains) == true }
    }

    /// This type, and all that it inherits from and conforms to.
    var withBases: Set<Symbol> { Set(following(\.bases)) }

    /// This type, and all classes that it inherits from, the nearest first.
    var withSuperclasses: [Symbol] { following { type in type.bases.filter { $0.kind == .class } } }

    /// All types that inherit from this one, and conform to it.
    var allDerived: Set<Symbol> { Set(following(\.derived).dropFirst()) }

    /// Returns what serves as a requirement in this type, which may be a member of a superclass, or a default.
    func witness(of requirement: Symbol) -> Symbol? {
        withSuperclasses.lazy.compactMap { home in
            requirement.witnessesByHome[home]
        }.first
    }
}

/// A symbol that an occurrence relates to its own.
struct Relation {
    let roles: SymbolRoles
    let symbol: Symbol
}

/// A declaration that serves as a requirement.
struct Witness {
    /// The type or the extension that declares it, or its conformance.
    let home: Symbol
    let symbol: Symbol
}

extension Symbol: Hashable {
    static func == (left: Symbol, right: Symbol) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Symbol {
    var baseName: String { String(name.prefix { $0 != "(" }) }

    /// The labels of the arguments, `_` for none: the parts of the selector if it has no name in Swift.
    var labels: [Substring] {
        let isSelector = usr.hasPrefix("c:objc") && name == baseName
        let parts = (isSelector ? name[...] : name.dropFirst(baseName.count + 1)).split(separator: ":")
        return isSelector ? (name.hasSuffix(":") ? parts : []) : parts.dropLast()
    }

    /// Returns the position of the first parameter with one of these labels.
    func position(labeled labels: Substring...) -> Int? { self.labels.firstIndex(where: labels.contains) }

    /// The property of an accessor, whose name the source has, or this declaration.
    var propertyOrSelf: Symbol { parent.flatMap { $0.kind.isProperty ? $0 : nil } ?? self }

    /// The name with those of the types around it, such as `Inbox.receive(_:)`.
    var path: String { (propertyOrSelf.parent.map { "\($0.path)." } ?? "") + propertyOrSelf.name }

    /// The name with its module, and with the type of a function or a property, such as `Mail.Inbox.title : String`.
    var demangledName: String {
        typealias Buffer = UnsafeMutablePointer<CChar>?
        typealias Demangle = @convention(c) (UnsafePointer<CChar>, Int, Buffer, Buffer, UInt32) -> Buffer
        let mangled = "$s" + usr.dropFirst(2)
        let demangle = unsafeBitCast(dlsym(dlopen(nil, RTLD_NOW), "swift_demangle"), to: Demangle.self)
        guard usr.hasPrefix("s:"), let text = demangle(mangled, mangled.utf8.count, nil, nil, 0) else {
            // A declaration for Objective-C, such as `c:@M@Mail@objc(cs)Inbox`, or one of another language.
            let parts = usr.components(separatedBy: "@")
            return parts.count > 2 && parts[1] == "M" ? "\(parts[2]).\(path)" : path
        }
        // Without the marks of private declarations and of extensions in other modules.
        let marks = #"\((\S+) in _[0-9A-F]+\)|\(extension in \S+\):"#
        return String(cString: text).withPlainSpaces
            .replacingOccurrences(of: marks, with: "$1", options: .regularExpression)
    }
}

extension String {
    /// The text with the spaces of the source, which the compiler replaces in names by others that don't break a line.
    var withPlainSpaces: String { replacingOccurrences(of: "\u{A0}", with: " ") }
}

extension Sequence where Element: Hashable {
    /// The elements, each once, in order.
    var unique: [Element] {
        var known: Set<Element> = []
        return filter { known.insert($0).inserted }
    }
}

extension Collection {
    /// The element, if there is one alone.
    var only: Element? { count == 1 ? first : nil }
}

/// The roles of an occurrence, or of a relation between symbols, with the values of `indexstore.h`.
struct SymbolRoles: OptionSet {
    let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }

    static let declaration = SymbolRoles(rawValue: 1 << 0)
    static let definition = SymbolRoles(rawValue: 1 << 1)
    static let write = SymbolRoles(rawValue: 1 << 4)
    static let call = SymbolRoles(rawValue: 1 << 5)
    static let implicit = SymbolRoles(rawValue: 1 << 8)
    static let childOf = SymbolRoles(rawValue: 1 << 9)
    static let baseOf = SymbolRoles(rawValue: 1 << 10)
    static let overrideOf = SymbolRoles(rawValue: 1 << 11)
    static let extendedBy = SymbolRoles(rawValue: 1 << 14)
    static let containedBy = SymbolRoles(rawValue: 1 << 16)
}

/// The kind of a symbol, with the values of `indexstore.h`.
enum SymbolKind: UInt32 {
    case other = 0
    case macro = 4
    case enumeration = 5
    case structure = 6
    case `class` = 7
    case `protocol` = 8
    case alias = 11
    case globalVariable = 13
    case enumerationCase = 15
    case instanceMethod = 16
    case instanceProperty = 19
    case classProperty = 20
    case staticProperty = 21
    case parameter = 25

    var isType: Bool { [.enumeration, .structure, .class, .protocol].contains(self) }
    var isProperty: Bool {
        [.globalVariable, .instanceProperty, .classProperty, .staticProperty].contains(self)
    }
}
