// A global function that has the name of a method of each sequence.

import Broadcaster

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
