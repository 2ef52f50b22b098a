import Combine

// What the sample in Broadcaster+Combine.swift uses and doesn't declare.
@MainActor
final class StatusLine {
    func show(_ name: String) {}
}

// By hand, because Tests/Combine has no macros.
protocol UploadObserver {
    func uploadDidFinish(_ name: String, bytes: Int)
}

nonisolated enum UploadObserverMessage: Broadcaster.Message {
    case uploadDidFinish(String, bytes: Int)
    case uploadDidFail

    @MainActor func send(to observer: any UploadObserver) {}
    @MainActor static func makeObserver(_: @escaping @Sendable (Self) -> Void) -> any UploadObserver { fatalError() }
}

var subscription: AnyCancellable?
// The sample is read as part of a method.
let `self` = StatusLine()
// So that the main actor runs this file in language mode 5 as well.
await Broadcaster.settled()
