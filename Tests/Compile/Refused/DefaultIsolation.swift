// Types that are on the main actor by default, used elsewhere.

import Broadcaster
import Dispatch

// A Sendable protocol of an app whose default is the main actor, called on a custom queue.
protocol JobObserver: AnyObject, Sendable { func handled() }
// expected-main-note@-1 {{calls to instance method 'handled()' from outside of its actor context are implicitly}}

nonisolated func handle(on queue: DispatchQueue) {
    Broadcaster.notify((any JobObserver).self, on: queue) { $0.handled() }
    // expected-mode5-main-warning@-1 {{call to main actor-isolated instance method 'handled()' in a synchronous nonisolated context}}
    // expected-mode6-main-error@-2 {{call to main actor-isolated instance method 'handled()' in a synchronous nonisolated context}}
}

// A payload that is isolated by default, used off the main actor.
struct Request: Equatable, Sendable {
    let path: String
    var isAdmin: Bool { path.hasPrefix("/admin") }
    // expected-main-note@-1 3 {{property declared here}}

    init(path: String) { self.path = path }
    // expected-main-note@-1 2 {{calls to initializer 'init(path:)' from outside of its actor context are implicitly}}
}

nonisolated protocol RequestObserver: AnyObject, Sendable {
    func handled(_ request: Request)
    func handled(isAdmin: Bool)
}

nonisolated func handle(_ path: String, on queue: DispatchQueue) {
    let request = Request(path: path)
    // expected-mode5-main-warning@-1 {{call to main actor-isolated initializer 'init(path:)' in a synchronous nonisolated context}}
    // expected-mode6-main-error@-2 {{call to main actor-isolated initializer 'init(path:)' in a synchronous nonisolated context}}
    Broadcaster.notify((any RequestObserver).self, on: queue) { $0.handled(isAdmin: request.isAdmin) }
    // expected-mode5-main-warning@-1 {{main actor-isolated property 'isAdmin' can not be referenced from a Sendable closure}}
    // expected-mode6-main-error@-2 {{main actor-isolated property 'isAdmin' can not be referenced from a Sendable closure}}
}

nonisolated final class Log: RequestObserver {
    func handled(_ request: Request) { handled(isAdmin: request.isAdmin) }
    // expected-mode5-main-warning@-1 {{main actor-isolated property 'isAdmin' can not be referenced from a nonisolated context}}
    // expected-mode6-main-error@-2 {{main actor-isolated property 'isAdmin' can not be referenced from a nonisolated context}}

    func handled(isAdmin: Bool) {}

    func isLogin(_ request: Request, _ login: Request) -> Bool { request == login }
    // expected-mode5-main-warning@-1 {{main actor-isolated conformance of 'Request' to 'Equatable' cannot be used in nonisolated context}}
    // expected-mode6-main-error@-2 {{main actor-isolated conformance of 'Request' to 'Equatable' cannot be used in nonisolated context}}
}

actor Archive {
    private var requests: [Request] = []

    func save(_ request: Request) {
        if request.isAdmin { requests.append(request) }
        // expected-mode5-main-warning@-1 {{main actor-isolated property 'isAdmin' can not be referenced on a nonisolated actor instance}}
        // expected-mode6-main-error@-2 {{main actor-isolated property 'isAdmin' can not be referenced on a nonisolated actor instance}}
    }

    func save(_ path: String) {
        requests.append(Request(path: path))
        // expected-mode5-main-warning@-1 {{call to main actor-isolated initializer 'init(path:)' in a synchronous actor-isolated context}}
        // expected-mode6-main-error@-2 {{call to main actor-isolated initializer 'init(path:)' in a synchronous actor-isolated context}}
    }
}
