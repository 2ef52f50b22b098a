// What the samples in Broadcaster+Notifying.swift use and don't declare.
protocol UpdateTitle {
    func updateWithNewTitle(title: String)
}

struct Order: Sendable {}

nonisolated protocol OrderListener: AnyObject, Sendable {
    func placed(_ order: Order)
}

@Messages
protocol UploadObserver {
    func uploadDidFinish(_ name: String, bytes: Int)
    func uploadDidFail()
}

let order = Order()
let kitchen = DispatchQueue(label: "kitchen")
