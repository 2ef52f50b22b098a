import Broadcaster
import TestSupport

extension Broadcaster {
    /// Sends a message for each name.
    @MainActor
    func upload(_ names: String...) {
        for name in names { notify(UploadObserverMessage.uploadDidFinish(name, bytes: 0)) }
    }
}
