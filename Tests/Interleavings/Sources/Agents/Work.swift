import Explorer

/// A closure as an agent.
public final class Work {
    private let run: () -> Void

    public init(_ run: @escaping () -> Void) { self.run = run }

    private static let run: ExplorerFunction = { Unmanaged<Work>.fromOpaque($0!).takeRetainedValue().run() }

    public func spawn(named name: String) { ExplorerSpawn(Self.run, Unmanaged.passRetained(self).toOpaque(), name) }

    /// Adds the closure to a serial queue, or to the main queue.
    public func enqueue(on queue: UnsafeRawPointer?, named name: String) {
        ExplorerEnqueue(queue, Self.run, Unmanaged.passRetained(self).toOpaque(), name)
    }
}

public func address(of object: AnyObject) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
}
