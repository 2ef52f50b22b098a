/// What an occurrence is, or how it relates a symbol to another, with the values of `indexstore.h`.
struct Roles: OptionSet {
    let rawValue: Int

    static let definition = Roles(rawValue: 1 << 1)
    static let call = Roles(rawValue: 1 << 5)
    static let implicit = Roles(rawValue: 1 << 8)
    static let childOf = Roles(rawValue: 1 << 9)
    static let baseOf = Roles(rawValue: 1 << 10)
    static let overrideOf = Roles(rawValue: 1 << 11)
    static let extendedBy = Roles(rawValue: 1 << 14)
    static let containedBy = Roles(rawValue: 1 << 16)
}

/// What a symbol is, with the values of `indexstore.h`.
enum SymbolKind: Int {
    case other, module
    case enumeration = 5, structure, `class`, `protocol`
    case alias = 11, globalVariable = 13
    case enumerationCase = 15, instanceMethod
    case instanceProperty = 19, classProperty, staticProperty
    case parameter = 25

    var isType: Bool { [.enumeration, .structure, .class, .protocol].contains(self) }
    var isProperty: Bool { [.globalVariable, .instanceProperty, .classProperty, .staticProperty].contains(self) }
}
