// Observers on a global actor, whose protocol is on none.
// Cells: nonisolated

import Broadcaster

// An observer on a global actor that isn't the main actor.
@globalActor actor Disk {
    static let shared = Disk()
}

protocol TitleObserver { func titleDidChange(_ title: String) }

@Disk
final class Archive: TitleObserver {
    // expected-mode5-nonisolated-current-warning@-1 {{conformance of 'Archive' to protocol 'TitleObserver' crosses into global actor 'Disk'-isolated code and can cause data races}}
    // expected-mode6-nonisolated-current-error@-2 {{conformance of 'Archive' to protocol 'TitleObserver' crosses into global actor 'Disk'-isolated code and can cause data races}}
    // expected-nonisolated-current-note@-3 {{isolate this conformance to the global actor 'Disk' with '@Disk'}}
    // expected-nonisolated-current-note@-4 {{mark all declarations used in the conformance 'nonisolated'}}
    // expected-nonisolated-current-note@-5 {{turn data races into runtime errors with '@preconcurrency'}}
    func titleDidChange(_ title: String) {}
    // expected-nonisolated-current-note@-1 {{global actor 'Disk'-isolated instance method 'titleDidChange' cannot satisfy nonisolated requirement}}
}

@Disk
final class HoppingArchive: TitleObserver {
    nonisolated func titleDidChange(_ title: String) { Task { @Disk in store(title) } }

    func store(_ title: String) {}
}

@MainActor
func register(_ archive: Archive) {
    Broadcaster.register((any TitleObserver).self, observer: archive)
    // expected-mode5-nonisolated-upcoming-warning@-1 {{global actor 'Disk'-isolated conformance of 'Archive' to 'TitleObserver' cannot be used in main actor-isolated context}}
    // expected-mode6-nonisolated-upcoming-error@-2 {{global actor 'Disk'-isolated conformance of 'Archive' to 'TitleObserver' cannot be used in main actor-isolated context}}
}

// What the compiler proposes for a class on the main actor that conforms to a Sendable protocol.
protocol RequestObserver: AnyObject, Sendable { func handled() }

@MainActor
final class Counter { var count = 0 }

extension Counter: RequestObserver {
    // expected-mode5-warning@-1 {{conformance of 'Counter' to protocol 'RequestObserver' crosses into main actor-isolated code and can cause data races}}
    // expected-mode6-error@-2 {{conformance of 'Counter' to protocol 'RequestObserver' crosses into main actor-isolated code and can cause data races}}
    // expected-note@-3 {{turn data races into runtime errors with '@preconcurrency'}}
    // expected-note@-4 {{isolate this conformance to the main actor with '@MainActor'}}
    // expected-note@-5 {{mark all declarations used in the conformance 'nonisolated'}}
    func handled() { count += 1 }
    // expected-note@-1 {{main actor-isolated instance method 'handled()' cannot satisfy nonisolated requirement}}
}
