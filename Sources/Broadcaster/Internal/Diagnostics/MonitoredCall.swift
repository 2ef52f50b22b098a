internal import BroadcasterAtomics
import Foundation

extension Broadcaster.Broadcast {
    /// Calls each observer, and reports the delivery to the monitors.
    ///
    /// `call` gets each observer retained, and takes its value exactly once.
    @usableFromInline
    func deliver(to observers: Snapshot, _ call: (RetainedObserver) -> Void) {
        let start = DispatchTime.now()
        var end = start
        var calls: [Broadcaster.Call] = []
        calls.reserveCapacity(observers.slots.end)
        var droppedCount = 0
        observers.forEachRetained { observer in
            let callStart = end
            // Read once, because each read retains it.
            let registration = observer.registration
            // Before the value is taken, because the observer may be deallocated by the end of its call.
            let observerClass: AnyClass = registration.observerClass
            let kind = registration.kind
            let cause = Broadcaster.Cause(self, observerClass: observerClass, callIndex: calls.count)
            droppedCount += MonitoredCall.make(of: registration, causing: cause) { call(observer) }
            end = DispatchTime.now()
            calls.append(
                Broadcaster.Call(observerClass: observerClass, duration: end.seconds(since: callStart), kind: kind))
        }
        if droppedCount > 0 { reportDrops(droppedCount) }
        reportDelivery(
            Broadcaster.Delivery(
                calls: calls, queueTime: start.seconds(since: sent), duration: end.seconds(since: start),
                droppedCount: droppedCount,
                thread: MainQueue.threadNumber))
    }
}

/// The call of an observer by a monitored delivery, as the thread and its tasks know it.
enum MonitoredCall {
    /// Calls an observer, whose broadcasts have a cause, and returns how many messages its own buffer dropped meanwhile.
    ///
    /// What an observer calls may drop messages, too, from the buffers of other observers. So the thread notes which
    /// registration is called.
    @discardableResult
    static func make(
        of registration: Registration?, causing cause: Broadcaster.Cause, _ call: () -> Void
    ) -> Int {
        let current = BroadcasterMonitoredCall()!
        let outer = current.pointee
        defer { current.pointee = outer }
        current.pointee = BroadcasterCall(
            registration: registration.map(address), cause: address(of: cause), dropped: 0)
        cause.whileBound(call)
        return Int(current.pointee.dropped)
    }

    /// Counts a message that the buffer of an observer dropped, if a monitored broadcast calls that observer.
    static func countDrop(by registration: WeakRegistration) {
        let current = BroadcasterMonitoredCall()!
        guard let called = current.pointee.registration, let registration = registration.registration else { return }
        if called == address(of: registration) { current.pointee.dropped += 1 }
    }

    /// The cause of what this thread sends; `nil` outside such a call.
    static var cause: Broadcaster.Cause? {
        // Retained by the delivery, which is further up on the stack.
        BroadcasterMonitoredCall().pointee.cause.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    private static func address(of object: AnyObject) -> UnsafeRawPointer {
        UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    }
}

extension Broadcaster.Cause {
    /// The cause that tasks inherit.
    ///
    /// A reference, because systems before macOS 15 and iOS 18 abort if a larger value is bound in a task.
    @TaskLocal static var ofTask: Broadcaster.Cause?

    /// The call that the caller's code belongs to, if a monitor sees it.
    package static var current: Broadcaster.Cause? { isBoundInCalls ? ofTask : MonitoredCall.cause ?? ofTask }

    /// Calls an observer, and binds the cause for the tasks that it starts, where the runtime allows it.
    fileprivate func whileBound(_ call: () -> Void) {
        if Self.isBoundInCalls { Self.$ofTask.withValue(self, operation: call) } else { call() }
    }

    /// Whether a call binds the task-local value, so that tasks that it starts inherit the cause.
    ///
    /// A delivery is outside any task. If an isolated deinitializer runs there while a value is bound, the runtime of
    /// Swift 6.1 and 6.2 aborts, and such deinitializers are common where everything is on the main actor by default.
    /// There, only what a call sends itself has a cause, and what a closure that awaits sends.
    private static let isBoundInCalls: Bool = {
        #if canImport(Darwin)
            if #available(macOS 26.4, iOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) { true } else { false }
        #elseif compiler(>=6.3)
            true
        #else
            false
        #endif
    }()
}
