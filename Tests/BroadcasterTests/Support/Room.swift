/// A key that is an object, and equal to another of the same name.
final class Room: Hashable, CustomStringConvertible, Sendable {
    let name: String
    private let onDescription: (@Sendable () -> Void)?
    private let onDeinit: (@Sendable () -> Void)?

    init(
        _ name: String, onDescription: (@Sendable () -> Void)? = nil, onDeinit: (@Sendable () -> Void)? = nil
    ) {
        self.name = name
        self.onDescription = onDescription
        self.onDeinit = onDeinit
    }

    static func == (left: Room, right: Room) -> Bool { left.name == right.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }

    var description: String {
        onDescription?()
        return name
    }

    deinit { onDeinit?() }
}
