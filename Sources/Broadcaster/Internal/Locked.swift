import Foundation

/// A value with its lock.
final class Locked<Value>: @unchecked Sendable {  // because the lock guards the value
    private let lock = NSLock()
    @exclusivity(unchecked) private var value: Value

    init(_ value: Value) {
        self.value = value
    }

    func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
        try lock.withLock { try body(&value) }
    }
}
