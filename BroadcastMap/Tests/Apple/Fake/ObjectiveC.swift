@_exported import ObjectiveC

/// What `#selector` creates.
public struct Selector {
    /// Creates the selector of a method.
    public init(_ name: StaticString) {}
}
