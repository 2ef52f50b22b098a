import Broadcaster
import BroadcasterTracing
import Foundation

/// Writes the broadcasts of a test into the folder that the environment variable `BROADCAST_TRACE` names.
///
/// All tests of a process share a file, which ``BroadcastTrace`` documents.
final class TestTrace: Broadcaster.Monitor {
    private let test: String

    private init(of test: String) { self.test = test }

    /// Starts to write the broadcasts of a test, until the trace is released; does nothing without the variable.
    static func start(of test: String, with broadcaster: Broadcaster) -> TestTrace? {
        if folder == nil { return nil }
        let trace = TestTrace(of: test)
        broadcaster.register((any Broadcaster.Monitor).self, ofTest: trace)
        return trace
    }

    func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) {}

    func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, as delivery: Broadcaster.Delivery) {
        Self.file?.append(broadcast, delivery, sentIn: test)
    }

    private static let folder: URL? = {
        guard let path = ProcessInfo.processInfo.environment["BROADCAST_TRACE"], !path.isEmpty else { return nil }
        return URL(fileURLWithPath: path)
    }()

    /// The file of this process, which is created with its first broadcast.
    ///
    /// Its name is unique, because processes of several runs, or in several containers, may have the same number.
    private static let file: TraceFile? = {
        guard let folder else { return nil }
        let process = ProcessInfo.processInfo
        let name = "\(process.processName)-\(process.processIdentifier)-\(UUID()).json"
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            return try TraceFile(creating: folder.appendingPathComponent(name))
        } catch {
            // Foundation's own error has a number in place of most reasons.
            let reason = ((error as? CocoaError)?.underlying ?? error).localizedDescription
            StandardError.write("BROADCAST_TRACE is \(folder.path), but no trace can be written: \(reason)")
            return nil
        }
    }()
}
