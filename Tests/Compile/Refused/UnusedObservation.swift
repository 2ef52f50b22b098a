// An observation that isn't kept ends at once, so the compiler warns about it.

import Broadcaster

enum UploadObserverMessage: Broadcaster.Message {
    case uploadDidFail

    @MainActor
    func send(to observer: any UploadObserver) {}

    @MainActor
    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any UploadObserver { fatalError() }
}

protocol UploadObserver {
    func uploadDidFail()
}

@MainActor
func observe(_ broadcaster: Broadcaster) {
    Broadcaster.observe(UploadObserverMessage.self) { _ in }
    // expected-warning@-1 {{result of call to 'observe(_:for:block:)' is unused}}
    broadcaster.observe(UploadObserverMessage.self) { _ in }  // expected-warning {{is unused}}
    Broadcaster.messages(of: UploadObserverMessage.self)  // expected-warning {{is unused}}
    _ = Broadcaster.observe(UploadObserverMessage.self) { _ in }
}

// A token isn't one of Combine's.
@MainActor
final class Badge {
    var observations: Set<Broadcaster.Observation> = []
    // expected-error@-1 {{type 'Broadcaster.Observation' does not conform to protocol 'Hashable'}}
    var list: [Broadcaster.Observation] = []

    func appear() {
        Broadcaster.observe(UploadObserverMessage.self) { _ in }.store(in: &observations)
        // expected-error@-1 {{value of type 'Broadcaster.Observation' has no member 'store'}}
        list.append(Broadcaster.observe(UploadObserverMessage.self) { _ in })
    }
}
