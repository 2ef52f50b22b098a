// A stand-in that is isolated by default.

import Broadcaster

protocol PlayerDelegate: AnyObject { func playerDidStart() }

final class PlayerDelegates: MulticastDelegate<any PlayerDelegate>, PlayerDelegate {
    // expected-main-error@-1 {{main actor-isolated initializer 'init()' has different actor isolation from nonisolated overridden declaration}}
    func playerDidStart() { invoke { $0.playerDidStart() } }
}
