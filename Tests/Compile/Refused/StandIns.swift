// Stand-ins, and test cases, that are isolated by default, or that can't be created.

import Broadcaster
import BroadcasterTesting
import XCTest

// A stand-in that is isolated by default.
protocol PlayerDelegate: AnyObject { func playerDidStart() }

final class PlayerDelegates: MulticastDelegate<any PlayerDelegate>, PlayerDelegate {
    // expected-main-error@-1 {{main actor-isolated initializer 'init()' has different actor isolation from nonisolated overridden declaration}}
    func playerDidStart() { invoke { $0.playerDidStart() } }
}

// A stand-in that says @MainActor.
@MainActor
protocol RecorderDelegate: AnyObject { func playerDidStart() }

@MainActor
final class RecorderDelegates: MulticastDelegate<any RecorderDelegate>, RecorderDelegate {
    // expected-main-error@-1 {{main actor-isolated initializer 'init()' has different actor isolation from nonisolated overridden declaration}}
    func playerDidStart() { invoke { $0.playerDidStart() } }
}

// A stand-in whose initializer can't be seen here, as one that isn't public can't be seen from another module.
nonisolated final class PrivateDelegates: MulticastDelegate<any PlayerDelegate>, PlayerDelegate {
    private override init() { super.init() }

    func playerDidStart() { invoke { $0.playerDidStart() } }
}

nonisolated func makeDelegates() -> PrivateDelegates {
    PrivateDelegates()
    // expected-error@-1 {{missing argument for parameter #1 in call}}
}

// A global function that has the name of a method of each sequence.
protocol LevelObserver: AnyObject {
    func levelDidChange(_ level: Int)
}

nonisolated final class LevelObservers: MulticastDelegate<any LevelObserver> {
    nonisolated override init() { super.init() }

    func levelDidChange(_ level: Int) {
        print(max(level, 0))
        // expected-error@-1 {{use of 'max' refers to instance method rather than global function 'max' in module 'Swift'}}
        // expected-note@-2 {{use 'Swift.' to reference the global function in module 'Swift'}}
    }
}

// A test case in a target that is on the main actor by default: the initializers of XCTestCase aren't isolated.
final class MailTestCase: BroadcastTestCase {
    // expected-main-error@-1 {{main actor-isolated initializer 'init(name:testClosure:)' has different actor isolation from nonisolated overridden declaration}}
    func testMail() {}
}

nonisolated final class InboxTestCase: BroadcastTestCase {
    @MainActor
    func testInbox() async { await Broadcaster.settled() }
}
