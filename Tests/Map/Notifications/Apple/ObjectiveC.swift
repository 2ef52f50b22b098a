@_exported import ObjectiveC

public struct Selector: ExpressibleByStringLiteral {
    public init(stringLiteral name: String) {}
    public init(_ name: String) {}
}
