/// An observer that `channels` doesn't list: the monitor of a test, which finds only its own observers there.
package protocol UnlistedObserver: AnyObject {}

extension LivingObserver {
    var isUnlisted: Bool { observerClass is any UnlistedObserver.Type }
}
