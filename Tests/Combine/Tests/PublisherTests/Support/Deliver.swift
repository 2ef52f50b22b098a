import Broadcaster
import TestSupport

extension Broadcaster {
    /// Sends a message for each name, and waits until they are delivered.
    @MainActor
    func deliver(_ names: String...) async {
        for name in names { notify(UploadObserverMessage.uploadDidFinish(name, bytes: 1)) }
        await settled()
    }
}
