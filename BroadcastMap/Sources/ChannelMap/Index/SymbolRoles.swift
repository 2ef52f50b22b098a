/// The roles of an occurrence, or of a relation between symbols, with the values of `indexstore.h`.
package struct SymbolRoles: OptionSet {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    package static let declaration = SymbolRoles(rawValue: 1 << 0)
    package static let definition = SymbolRoles(rawValue: 1 << 1)
    static let write = SymbolRoles(rawValue: 1 << 4)
    package static let call = SymbolRoles(rawValue: 1 << 5)
    package static let implicit = SymbolRoles(rawValue: 1 << 8)
    static let childOf = SymbolRoles(rawValue: 1 << 9)
    static let baseOf = SymbolRoles(rawValue: 1 << 10)
    static let overrideOf = SymbolRoles(rawValue: 1 << 11)
    static let extendedBy = SymbolRoles(rawValue: 1 << 14)
    static let containedBy = SymbolRoles(rawValue: 1 << 16)
}

/// The kind of a symbol, with the values of `indexstore.h`.
package enum SymbolKind: UInt32 {
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

    package var isType: Bool { [.enumeration, .structure, .class, .protocol].contains(self) }
    package var isProperty: Bool {
        [.globalVariable, .instanceProperty, .classProperty, .staticProperty].contains(self)
    }
}
