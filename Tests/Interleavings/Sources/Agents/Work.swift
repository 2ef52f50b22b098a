import Explorer

/// A closure as an agent.
package final class Work {
    private let run: () -> Void

    package init(_ run: @escaping () -> Void) { self.run = run }

    private static let run: ExplorerFunction = { Unmanaged<Work>.fromOpaque($0!).takeRetainedValue().run() }

    package func spawn(named name: String) { ExplorerSpawn(Self.run, Unmanaged.passRetained(self).toOpaque(), name) }

    /// Adds the closure to a serial queue, or to the main queue.
    package func enqueue(on queue: UnsafeRawPointer?, named name: String) {
        ExplorerEnqueue(queue, Self.run, Unmanaged.passRetained(self).toOpaque(), name)
    }
}

package func address(of object: AnyObject) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
}
