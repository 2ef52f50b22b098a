/// Calls a closure when it is deallocated.
final class Canary: @unchecked Sendable {
    private let onDeinit: () -> Void

    init(onDeinit: @escaping () -> Void = {}) {
        self.onDeinit = onDeinit
    }

    deinit { onDeinit() }
}
