// What the samples in Broadcaster+Iterating.swift use and don't declare.
struct Order: Sendable {}

protocol Station: Actor {
    func prepare(_ order: Order)
}

struct Document {}

protocol DocumentGuard {
    func mayClose(_ document: Document) -> Bool
}

let order = Order()
let document = Document()
