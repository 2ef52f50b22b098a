// Messages with an error, which can neither be compared nor encoded.

import Broadcaster

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
