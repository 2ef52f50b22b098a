// Near misses of correct code in language mode 6, with the compiler's words; "Threads, actors, and Swift 6" has the fixes.

import Broadcaster
import Dispatch

protocol UpdateTitle { func updateWithNewTitle(title: String) }

final class Bar: UpdateTitle {
    func updateWithNewTitle(title: String) {}
}

// A block captures values, not `self`.
final class Editor {
    // expected-note@-1 {{class 'Editor' does not conform to the 'Sendable' protocol}}
    private var title = "Inbox"

    func save() {
        Broadcaster.notify(UpdateTitle.self) { $0.updateWithNewTitle(title: title) }
        // expected-error@-1 {{reference to property 'title' in closure requires explicit use of 'self' to make capture semantics explicit}}
        // expected-note@-2 {{capture 'self' explicitly to enable implicit 'self' in this closure}}
        // expected-note@-3 {{reference 'self.' explicitly}}
    }
}

actor Account {
    private var title = "Inbox"
    // expected-note@-1 {{property declared here}}
    private let bar = Bar()

    func save() {
        Broadcaster.notify(UpdateTitle.self) { $0.updateWithNewTitle(title: self.title) }
        // expected-error@-1 {{actor-isolated property 'title' can not be referenced from the main actor}}
    }

    func open() {
        Broadcaster.register(UpdateTitle.self, observer: bar)
        // expected-warning@-1 {{call to main actor-isolated static method 'register(_:observer:)' in a synchronous actor-isolated context}}
    }
}

// So does a block for another queue.
protocol Job: AnyObject, Sendable { func run() }

func runJobs(on queue: DispatchQueue, editor: Editor) {
    var count = 0
    count += 1
    Broadcaster.notify(Job.self, on: queue) { _ in print(editor) }
    // expected-error@-1 {{capture of 'editor' with non-Sendable type 'Editor' in a '@Sendable' closure}}
    Broadcaster.notify(Job.self, on: queue) { _ in print(count) }
    // expected-error@-1 {{reference to captured var 'count' in concurrently-executing code}}
}

// A conformance on the main actor is used there only. Unregistering needs no conformance.
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
    // expected-error@-1 {{main actor-isolated conformance of 'Title' to 'UpdateTitle' cannot be used in nonisolated context}}
}

// Actors are awaited.
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

// A protocol with an associated type is named with its argument.
protocol Store<Item> {
    associatedtype Item
    func stored(_ item: Item)
}

func store() {
    Broadcaster.notify(Store.self) { $0.stored(1) }
    // expected-error@-1 {{member 'stored' cannot be used on value of type 'any Store'; consider using a generic constraint instead}}
    // expected-warning@-2 {{use of protocol 'Store' as a type must be written 'any Store'}}
}
