/// Runs a closure when it is called.
final class Relay: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void = {}) { self.body = body }

    func receive() { body() }
}
