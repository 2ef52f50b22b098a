/// Retains a main-actor value on any thread, and releases it on the main queue.
///
/// The last reference to it may go away wherever a program cancels, unregisters, or releases a snapshot. If the value
/// were released there, its `deinit`, or those of the objects that a closure captures, would run off the main actor.
///
/// `@unchecked` because only the main actor may use the value. It is unmanaged, because `deinit` would release a strong
/// property on its own thread, possibly after the main queue has released its reference.
final class MainActorBox<Value>: @unchecked Sendable {
    fileprivate final class Contents {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    fileprivate let contents: Unmanaged<Contents>

    init(_ value: Value) { contents = .passRetained(Contents(value)) }

    @MainActor var value: Value { contents._withUnsafeGuaranteedRef { $0.value } }

    deinit {
        if MainQueue.isMainActor { return contents.release() }
        // `nonisolated(unsafe)`: only the main actor uses them from here on.
        nonisolated(unsafe) let contents = contents
        MainQueue.queue.async { contents.release() }
    }
}

extension MainActorBox where Value: Sendable {
    /// The value, on any thread.
    var sendableValue: Value { contents._withUnsafeGuaranteedRef { $0.value } }
}
