// What the samples in Broadcaster+Static.swift use and don't declare.
protocol UpdateTitle {
    func updateWithNewTitle(title: String)
}

final class Title: UpdateTitle {
    private(set) var text = "Inbox"
    func updateWithNewTitle(title: String) { text = title }
}

struct Inbox {
    func receive(_ message: String) {
        Broadcaster.notify(UpdateTitle.self) { $0.updateWithNewTitle(title: "Inbox (1)") }
    }
}

struct Order: Sendable {}

nonisolated protocol OrderListener: AnyObject, Sendable {
    func placed(_ order: Order)
}

protocol Station: Actor {
    func prepare(_ order: Order)
}

struct Document {}

protocol DocumentGuard {
    func mayClose(_ document: Document) -> Bool
}

let title = Title()
let inbox = Inbox()
let order = Order()
let document = Document()
let kitchen = DispatchQueue(label: "kitchen")
// The samples are read as part of an observer's method.
let `self` = title
