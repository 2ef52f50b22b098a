internal import BroadcasterAtomics
import Foundation

/// The queue of broadcasts, and of work that may release the last reference to an observer.
///
/// A block on the main queue runs on the main actor, because the queue is the main actor's executor wherever there is
/// Dispatch. The compiler relies on that, too, when it takes a closure for `DispatchQueue.main.async` to be isolated to
/// the main actor. `MainActor`'s documentation no longer promises it, because platforms without Dispatch have another
/// executor, and because a program may replace the main actor's executor; such a program isn't supported.
@usableFromInline
enum MainQueue: Sendable {
    /// Kept, because on Linux `DispatchQueue.main` allocates an object at each use.
    @usableFromInline static let queue = DispatchQueue.main

    /// Runs `work` later, on the main actor.
    @inlinable
    static func async(_ work: @escaping @MainActor () -> Void) {
        // The compiler knows that its blocks are on the main actor only for the expression `DispatchQueue.main`.
        queue.async(execute: unsafeBitCast(work, to: (@Sendable () -> Void).self))
    }

    /// Marks the thread as delivering, while `work` runs in a block on the main queue.
    @inlinable
    static func delivering(_ work: () -> Void) {
        beginDelivery()
        work()
        endDelivery()
    }

    /// Runs `work` at once if the caller is on the main actor, or else later, on the main queue.
    static func run(_ work: @escaping @Sendable () -> Void) {
        isMainActor ? work() : queue.async(execute: work)
    }

    /// Runs `work` on the main actor, on which the caller is.
    ///
    /// `MainActor.assumeIsolated` accepts only the main thread on systems before macOS 15 and iOS 18. Under
    /// `dispatchMain()`, which ends that thread, it would trap on the main queue.
    static func assumeMainActor<R>(_ work: @MainActor () -> R) -> R {
        withoutActuallyEscaping(work) { unsafeBitCast($0, to: (() -> R).self)() }
    }

    /// Stops the program with a message unless the caller is on the main actor.
    ///
    /// Where none of the checks of ``isMainActor`` knows the caller to be there, the runtime decides. It also accepts
    /// a block on the main queue that waits in `sync` on another queue. On Linux, it stops the program without a
    /// message, so the message is written first.
    static func requireMainActor(_ message: @autoclosure () -> String) {
        if isMainActor { return }
        let message = message()
        StandardError.writeOnce("If the program stops here: \(message)", about: message)
        MainActor.preconditionIsolated(message)
    }

    /// Whether the caller is on the main actor: on the main thread, on the main queue, or in a main-actor task.
    ///
    /// Where an asynchronous `main` or `dispatchMain()` runs the main queue, as on Linux, `Thread.isMainThread` is
    /// false. There, each of the other checks accepts what the others miss. The queue's own mark isn't seen inside
    /// `sync` on another queue, which keeps the thread, and with it the mark of a delivery and the task. The cheapest
    /// check comes first, and decides in most calls of an observer.
    static var isMainActor: Bool {
        isDelivering || Thread.isMainThread || DispatchQueue.getSpecific(key: key) != nil
            || withUnsafePointer(to: MainActor.sharedUnownedExecutor) { BroadcasterIsCurrentExecutor($0) }
    }

    /// The number of the thread among those that asked for one; `nil` on the main actor, whatever thread that is.
    static var threadNumber: UInt? { isMainActor ? nil : BroadcasterThreadNumber() }

    /// Whether the thread is delivering, in a block on the main queue.
    static var isDelivering: Bool { BroadcasterDeliveries().pointee > 0 }

    @usableFromInline static func beginDelivery() { BroadcasterDeliveries().pointee &+= 1 }
    @usableFromInline static func endDelivery() { BroadcasterDeliveries().pointee &-= 1 }

    private static let key: DispatchSpecificKey<Void> = {
        let key = DispatchSpecificKey<Void>()
        queue.setSpecific(key: key, value: ())
        return key
    }()
}
