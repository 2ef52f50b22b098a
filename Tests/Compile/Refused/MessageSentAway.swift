// A message that isn't Sendable is sent away, so its values can't be used afterwards.

import Broadcaster
import Dispatch

nonisolated protocol UploadObserver {
    func uploadDidStart(_ upload: Upload)
}

nonisolated final class Upload {
    var name = ""
}

nonisolated enum UploadObserverMessage: Broadcaster.Message {
    case uploadDidStart(Upload)

    @MainActor
    func send(to observer: any UploadObserver) {}

    @MainActor
    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any UploadObserver { fatalError() }
}

nonisolated func notify(_ upload: Upload) {
    Broadcaster.notify(UploadObserverMessage.uploadDidStart(Upload()))
    // expected-mode6-error@+2 {{sending}}
    // expected-mode6-note@+1 {{passed as a 'sending' parameter}}
    Broadcaster.notify(UploadObserverMessage.uploadDidStart(upload))
}
