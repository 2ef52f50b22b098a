// What the samples in Broadcaster+Observing.swift use and don't declare.
@Messages
protocol UploadObserver {
    func uploadDidFinish(_ name: String, bytes: Int)
    func uploadDidFail()
}

@MainActor
final class StatusLine {
    nonisolated init() {}
    func show(_ name: String) {}
}

var observation: Broadcaster.Observation?
// The samples are read as part of a method.
let `self` = StatusLine()
