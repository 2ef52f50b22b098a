// What the samples in Broadcaster+ObservingAsync.swift use and don't declare.
@Messages
protocol UploadObserver {
    func uploadDidFinish(_ name: String, bytes: Int)
    func uploadDidFail()
}

@Messages
nonisolated protocol OrderObserver: Sendable {
    func orderPlaced(_ number: Int)
}

nonisolated final class Store: Sendable {
    func store(_ message: UploadObserverMessage) async {}
}

actor Kitchen {
    func prepare(_ message: OrderObserverMessage) {}
}

let kitchen = Kitchen()
var observation: Broadcaster.Observation?
// The samples are read as part of a method.
let `self` = Store()
