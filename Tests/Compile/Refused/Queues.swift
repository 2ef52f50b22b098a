// Broadcasts on a queue.

import Broadcaster
import Dispatch
import Foundation

// A custom queue, for observers that are not Sendable.
protocol TitleObserver { func titleDidChange(_ title: String) }
// expected-main-note@-1 2 {{calls to instance method 'titleDidChange' from outside of its actor context are implicitly}}
// expected-mode6-note@-2 2 {{protocol 'TitleObserver' does not conform to the 'Sendable' protocol}}

nonisolated func rename(on queue: DispatchQueue, with broadcaster: Broadcaster) {
    Broadcaster.notify((any TitleObserver).self, on: queue) { $0.titleDidChange("Inbox") }
    // expected-mode5-main-warning@-1 {{call to main actor-isolated instance method 'titleDidChange' in a synchronous nonisolated context}}
    // expected-mode6-error@-2 {{type 'any TitleObserver' does not conform to the 'Sendable' protocol}}
    // expected-mode6-main-error@-3 {{call to main actor-isolated instance method 'titleDidChange' in a synchronous nonisolated context}}
    broadcaster.notify((any TitleObserver).self, on: queue) { $0.titleDidChange("Inbox") }
    // expected-mode5-main-warning@-1 {{call to main actor-isolated instance method 'titleDidChange' in a synchronous nonisolated context}}
    // expected-mode6-error@-2 {{type 'any TitleObserver' does not conform to the 'Sendable' protocol}}
    // expected-mode6-main-error@-3 {{call to main actor-isolated instance method 'titleDidChange' in a synchronous nonisolated context}}
}

// A block for a custom queue that uses something on the main actor.
nonisolated protocol RequestObserver: AnyObject, Sendable { func handled(path: String) }

@MainActor
final class Server {
    var path = "/"
    // expected-note@-1 {{property declared here}}
    let queue = DispatchQueue(label: "metrics")

    func respond() {
        Broadcaster.notify((any RequestObserver).self, on: queue) { $0.handled(path: self.path) }
        // expected-error@-1 {{main actor-isolated property 'path' can not be referenced from a Sendable closure}}
    }
}

// A block for a custom queue that changes something on the main actor.
nonisolated protocol ClickObserver: AnyObject, Sendable { func handled() }

@MainActor
final class Page {
    var count = 0
    // expected-note@-1 {{mutation of this property is only permitted within the actor}}
    let queue = DispatchQueue(label: "metrics")

    func respond() {
        Broadcaster.notify((any ClickObserver).self, on: queue) { observer in
            self.count += 1
            // expected-error@-1 {{main actor-isolated property 'count' can not be mutated from a Sendable closure}}
            observer.handled()
        }
    }
}

// A block for a queue captures what is not Sendable: an object and a variable.
nonisolated protocol Job: AnyObject, Sendable { func run() }

nonisolated final class Editor {}
// expected-mode6-note@-1 {{class 'Editor' does not conform to the 'Sendable' protocol}}

nonisolated func runJobs(on queue: DispatchQueue, editor: Editor) {
    var count = 0
    count += 1
    Broadcaster.notify((any Job).self, on: queue) { _ in print(editor) }
    // expected-mode6-error@-1 {{capture of 'editor' with non-Sendable type 'Editor' in a '@Sendable' closure}}
    Broadcaster.notify((any Job).self, on: queue) { _ in print(count) }
    // expected-mode5-warning@-1 {{reference to captured var 'count' in concurrently-executing code}}
    // expected-mode6-error@-2 {{reference to captured var 'count' in concurrently-executing code}}
}

// An operation queue, where a broadcast takes a dispatch queue.
nonisolated protocol OrderObserver: Sendable { func orderPlaced() }

nonisolated func place(on queue: OperationQueue) {
    Broadcaster.notify((any OrderObserver).self, on: queue) { $0.orderPlaced() }
    // expected-error@-1 {{cannot convert value of type 'OperationQueue' to expected argument type 'DispatchQueue'}}
    if let queue = queue.underlyingQueue {
        Broadcaster.notify((any OrderObserver).self, on: queue) { $0.orderPlaced() }
    }
}

// An actor that sends to observers on another queue what it owns.
nonisolated protocol NameObserver: AnyObject, Sendable { func titleDidChange(_ title: String) }

actor Inbox {
    var title = "Inbox"
    // expected-note@-1 {{property declared here}}

    func rename(on queue: DispatchQueue) {
        Broadcaster.notify((any NameObserver).self, on: queue) { $0.titleDidChange(self.title) }
        // expected-error@-1 {{actor-isolated property 'title' can not be referenced from a Sendable closure}}
    }
}
