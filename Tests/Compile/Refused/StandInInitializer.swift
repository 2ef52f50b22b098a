// A stand-in whose initializer can't be seen here, as one that isn't public can't be seen from another module.

import Broadcaster

protocol PlayerDelegate: AnyObject { func playerDidStart() }

nonisolated final class PlayerDelegates: MulticastDelegate<any PlayerDelegate>, PlayerDelegate {
    private override init() { super.init() }

    func playerDidStart() { invoke { $0.playerDidStart() } }
}

nonisolated func makeDelegates() -> PlayerDelegates {
    PlayerDelegates()
    // expected-error@-1 {{missing argument for parameter #1 in call}}
}
