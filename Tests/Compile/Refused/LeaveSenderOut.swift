// A sender that isn't isolated leaves itself out: its block may use the sender's identity, and not the sender.

import Broadcaster

protocol SpeedObserver: AnyObject { func speedDidChange(_ speed: Int) }

nonisolated final class Engine {
    func turn(_ speed: Int) {
        Broadcaster.notify((any SpeedObserver).self) {
            if $0 !== self { $0.speedDidChange(speed) }
            // expected-mode6-error@-1 {{sending 'self' risks causing data races}}
            // expected-mode6-note@-2 {{task-isolated 'self' is captured by a main actor-isolated closure}}
        }
        Broadcaster.notify((any SpeedObserver).self) { [me = ObjectIdentifier(self)] in
            if ObjectIdentifier($0) != me { $0.speedDidChange(speed) }
        }
    }
}
