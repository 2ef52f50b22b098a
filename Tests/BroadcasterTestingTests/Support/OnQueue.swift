import Foundation

/// Does the work on a dispatch queue, which doesn't inherit the broadcaster of the test, and waits for it.
func onQueue(_ work: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { done in
        DispatchQueue.global().async {
            work()
            done.resume()
        }
    }
}
