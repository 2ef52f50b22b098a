// A closure of an owner takes the owner and the message.

import Broadcaster

protocol UploadObserver {
    func uploadDidFail()
}

enum UploadObserverMessage: Broadcaster.Message {
    case uploadDidFail

    @MainActor
    func send(to observer: any UploadObserver) {}

    @MainActor
    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any UploadObserver { fatalError() }
}

@MainActor
final class UploadBadge {
    var count = 0

    func appear() {
        Broadcaster.observe(UploadObserverMessage.self, owner: self) { message in
            // expected-error@-1 {{contextual closure type '@MainActor @Sendable (UploadBadge, UploadObserverMessage) -> Void' expects 2 arguments, but 1 was used in closure body}}
            self.count += 1
        }
        // `{ self, message in … }` says the same, after an error of the parser.
        Broadcaster.observe(UploadObserverMessage.self, owner: self) { self.count += 1 }
        // expected-error@-1 {{contextual type for closure argument list expects 2 arguments, which cannot be implicitly ignored}}
        Broadcaster.observe(UploadObserverMessage.self, owner: self) { `self`, _ in
            self.count += 1
        }
    }
}

nonisolated func observe(_ badge: UploadBadge) {
    Broadcaster.observe(UploadObserverMessage.self, owner: badge) { badge, _ in badge.count += 1 }
    // expected-warning@-1 {{call to main actor-isolated static method 'observe(_:for:owner:block:)' in a synchronous nonisolated context}}
}
