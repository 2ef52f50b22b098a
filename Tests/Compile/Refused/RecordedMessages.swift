// Recorders, and messages that are compared.

import Broadcaster
import BroadcasterTesting

// A recorder that is created off the main actor, or with a protocol, and messages that can't be compared.
@Messages
protocol MailObserver {
    func mailArrived(_ subject: String)
}

nonisolated func record() async {
    _ = MessageRecorder(MailObserverMessage.self)
    // expected-error@-1 {{main actor-isolated initializer 'init(_:for:from:)' cannot be called from outside of the actor}}
}

struct MailTests {
    let recorder = MessageRecorder(MailObserverMessage.self)
    // expected-mode5-nonisolated-error@-1 {{call to main actor-isolated initializer 'init(_:for:from:)' in a synchronous nonisolated context}}
    // expected-mode6-nonisolated-error@-2 {{main actor-isolated default value in a nonisolated context}}
}

@MainActor
func recordProtocol() {
    _ = MessageRecorder((any MailObserver).self)
    // expected-error@-1 {{type 'any MailObserver' cannot conform to 'Broadcaster.Message'}}
    // expected-note@-2 {{only concrete types such as structs, enums and classes can conform to protocols}}
}

@MainActor
func compare(_ recorder: MessageRecorder<MailObserverMessage>) -> Bool {
    recorder.messages == [.mailArrived("Lunch at noon?")]
    // expected-error@-1 {{operator function '==' requires that 'MailObserverMessage' conform to 'Equatable'}}
    // expected-note@-2 {{binary operator '==' cannot be synthesized for enums with associated values}}
}

// Messages with an error, which can neither be compared nor encoded.
protocol SyncObserver { func failed(_ error: any Error) }

nonisolated enum SyncMessage: Broadcaster.Message {
    case failed(any Error)
    // expected-note@-1 {{associated value type 'any Error' does not conform to protocol 'Equatable'}}

    @MainActor
    func send(to observer: any SyncObserver) {}

    @MainActor
    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any SyncObserver { fatalError() }
}

nonisolated extension SyncMessage: Equatable {}
// expected-error@-1 {{type 'SyncMessage' does not conform to protocol 'Equatable'}}
// expected-note@-2 {{add stubs for conformance}}

// A message that is compared off the main actor, with a conformance of a module on the main actor.
protocol LetterObserver { func mailArrived(_ subject: String) }

nonisolated enum MailMessage: Broadcaster.Message {
    case mailArrived(String)

    @MainActor
    func send(to observer: any LetterObserver) {}

    @MainActor
    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any LetterObserver { fatalError() }
}

extension MailMessage: Equatable {}

nonisolated func isFirst(_ message: MailMessage) -> Bool {
    message == .mailArrived("Lunch at noon?")
    // expected-mode5-main-warning@-1 {{main actor-isolated conformance of 'MailMessage' to 'Equatable' cannot be used in nonisolated context}}
    // expected-mode6-main-error@-2 {{main actor-isolated conformance of 'MailMessage' to 'Equatable' cannot be used in nonisolated context}}
}
