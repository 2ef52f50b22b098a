import Foundation

/// Waits until the main queue has run what it has now, but not for closures that await.
package func drainMainQueue(isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
}
