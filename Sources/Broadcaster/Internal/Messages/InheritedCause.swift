extension Broadcaster.Cause {
    /// The cause that tasks inherit.
    ///
    /// A reference, because systems before macOS 15 and iOS 18 abort if a larger value is bound in a task.
    @TaskLocal static var ofTask: Broadcaster.Cause?

    /// Calls an observer, and binds the cause for the tasks that it starts, where the runtime allows it.
    func whileBound(_ call: () -> Void) {
        if Self.isBoundInCalls { Self.$ofTask.withValue(self, operation: call) } else { call() }
    }

    /// Whether a call binds the task-local value, so that tasks that it starts inherit the cause.
    ///
    /// A delivery is outside any task. If an isolated deinitializer runs there while a value is bound, the runtime of
    /// Swift 6.1 and 6.2 aborts, and such deinitializers are common where everything is on the main actor by default.
    /// There, only what a call sends itself has a cause, and what a closure that awaits sends.
    static let isBoundInCalls: Bool = {
        #if canImport(Darwin)
            if #available(macOS 26.4, iOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) { true } else { false }
        #elseif compiler(>=6.3)
            true
        #else
            false
        #endif
    }()
}
