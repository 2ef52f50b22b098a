// What the sample in Observers.swift uses and doesn't declare.
struct Document {}

protocol DocumentGuard {
    func mayClose(_ document: Document) -> Bool
}

let document = Document()
