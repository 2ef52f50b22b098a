import Foundation

/// A value, and the lock without which nothing reads or changes it.
///
/// `@unchecked` because only ``withLock(_:)`` reaches the value. What it returns must be safe to use without the lock.
package final class Locked<Value>: Unreflected, @unchecked Sendable {
    private let lock = NSLock()
    // The lock makes each access exclusive, so a check at run time would only take time.
    @exclusivity(unchecked) private var value: Value

    package init(_ value: Value) { self.value = value }

    /// Calls `body` with the value, under the lock.
    package func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
