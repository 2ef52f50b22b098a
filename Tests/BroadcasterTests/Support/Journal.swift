import Broadcaster
import TestSupport

/// An owner on the main actor that notes what its closure handles.
@MainActor
final class Journal {
    private(set) var lines: [String] = []
    var observation: Broadcaster.Observation?

    func endObservation() { observation = nil }

    func append(_ message: UploadObserverMessage) async {
        lines.append("+" + message.name)
        for _ in 0..<Int.random(in: 0..<4) { await Task.yield() }
        lines.append("-" + message.name)
    }
}
