// What an app in language mode 5 writes: plain classes, no annotations, any thread.
// Where the compiler can tell that a call is off the main actor, it warns.
// Cells: mode5 nonisolated

import Broadcaster
import Dispatch
import Foundation

protocol UpdateTitle { func updateWithNewTitle(title: String) }

class ViewController: NSObject, UpdateTitle {
    var title = ""

    override init() {
        super.init()
        Broadcaster.register((any UpdateTitle).self, observer: self)
    }

    func updateWithNewTitle(title: String) { self.title = title }

    deinit {
        Broadcaster.unregister((any UpdateTitle).self, observer: self)
        Broadcaster.unregister(observer: self)
    }
}

class Model {
    var titles = ["Inbox"]

    func load() {
        DispatchQueue.global().async {
            let title = self.titles[0]
            Broadcaster.notify((any UpdateTitle).self) { $0.updateWithNewTitle(title: title) }
            Broadcaster.register((any UpdateTitle).self, observer: ViewController())
            // expected-warning@-1 {{call to main actor-isolated static method 'register(_:for:observer:)' in a synchronous nonisolated context}}
        }
    }

    func count() -> Int {
        Broadcaster.observers(of: (any UpdateTitle).self).reduce(0) { count, _ in count + 1 }
    }
}

class Service {
    static let shared = Service()

    let delegates = MulticastDelegate<any UpdateTitle>()
    let observers = WeakObjectSet<any UpdateTitle>()
    let broadcaster = Broadcaster()

    func start() {
        delegates += ViewController()
        delegates.invoke { $0.updateWithNewTitle(title: "") }
        delegates.notify { $0.updateWithNewTitle(title: "") }
        for observer in observers { observer.updateWithNewTitle(title: "") }
        observers.notify { $0.updateWithNewTitle(title: "") }
        for observer in broadcaster.observers(of: (any UpdateTitle).self) { observer.updateWithNewTitle(title: "") }
        broadcaster.register((any UpdateTitle).self, observer: ViewController())
        broadcaster.notify((any UpdateTitle).self) { $0.updateWithNewTitle(title: "") }
    }
}

class StandIn: MulticastDelegate<any UpdateTitle>, UpdateTitle {
    func updateWithNewTitle(title: String) { invoke { $0.updateWithNewTitle(title: title) } }
}
