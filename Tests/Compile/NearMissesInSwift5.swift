// The near misses that language mode 5 reports.

import Broadcaster
import Dispatch

protocol UpdateTitle { func updateWithNewTitle(title: String) }

final class Editor {
    private var title = "Inbox"

    func save() {
        Broadcaster.notify(UpdateTitle.self) { $0.updateWithNewTitle(title: title) }
        // expected-error@-1 {{reference to property 'title' in closure requires explicit use of 'self' to make capture semantics explicit}}
        // expected-note@-2 {{capture 'self' explicitly to enable implicit 'self' in this closure}}
        // expected-note@-3 {{reference 'self.' explicitly}}
        Broadcaster.notify(UpdateTitle.self) { $0.updateWithNewTitle(title: self.title) }
        Broadcaster.notify(UpdateTitle.self) { [self] in $0.updateWithNewTitle(title: title) }
    }
}

actor Account {
    private var title = "Inbox"
    // expected-note@-1 {{property declared here}}

    func save() {
        Broadcaster.notify(UpdateTitle.self) { $0.updateWithNewTitle(title: self.title) }
        // expected-error@-1 {{actor-isolated property 'title' can not be referenced from the main actor}}
    }
}

protocol Job: AnyObject, Sendable { func run() }

func runJobs(on queue: DispatchQueue) {
    var count = 0
    count += 1
    Broadcaster.notify(Job.self, on: queue) { _ in print(count) }
    // expected-warning@-1 {{reference to captured var 'count' in concurrently-executing code}}
}

@MainActor
final class Title {
    private(set) var text = ""

    deinit { Broadcaster.unregister(UpdateTitle.self, observer: self) }
}

extension Title: @MainActor UpdateTitle {
    func updateWithNewTitle(title: String) { text = title }
}

func add(_ title: Title, to set: WeakObjectSet<any UpdateTitle>) {
    set.add(title)
    // expected-warning@-1 {{main actor-isolated conformance of 'Title' to 'UpdateTitle' cannot be used in nonisolated context}}
}

protocol OrderListener: Actor {
    func placed()
    // expected-note@-1 {{calls to instance method 'placed()' from outside of its actor context are implicitly asynchronous}}
}

func place() async {
    for listener in Broadcaster.observers(of: OrderListener.self) { listener.placed() }
    // expected-error@-1 {{actor-isolated instance method 'placed()' cannot be called from outside of the actor}}
    Broadcaster.observers(of: OrderListener.self).forEach { $0.placed() }
    // expected-error@-1 {{call to actor-isolated instance method 'placed()' in a synchronous nonisolated context}}
}

protocol Store<Item> {
    associatedtype Item
    func stored(_ item: Item)
}

func store() {
    Broadcaster.notify(Store.self) { $0.stored(1) }
    // expected-error@-1 {{member 'stored' cannot be used on value of type 'any Store'; consider using a generic constraint instead}}
    // expected-warning@-2 {{use of protocol 'Store' as a type must be written 'any Store'}}
}
