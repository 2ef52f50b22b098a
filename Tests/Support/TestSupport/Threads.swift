import Foundation

/// Runs `work` on a new thread, and waits for it without blocking.
package func onNewThread<R: Sendable>(_ work: @escaping @Sendable () -> R) async -> R {
    await withCheckedContinuation { done in
        Thread.detachNewThread { done.resume(returning: work()) }
    }
}

/// Runs `work` on a new thread, and blocks until it is done, so that the main queue can't deliver meanwhile.
package func blockingOnNewThread(_ work: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        work()
        done.signal()
    }
    done.wait()
}

/// Runs `work` on several threads at once, and waits for all of them.
package func onThreads(_ count: Int, _ work: @escaping @Sendable (_ thread: Int) -> Void) async {
    await withTaskGroup(of: Void.self) { group in
        for thread in 0..<count { group.addTask { await onNewThread { work(thread) } } }
    }
}
