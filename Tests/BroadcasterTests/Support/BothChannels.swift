import TestSupport

/// Observes two protocols.
class BothChannels: WordObserver, Incrementing, @unchecked Sendable {
    let log: Log<String>

    init(_ log: Log<String>) { self.log = log }

    func receive(_ word: String) { log.write("hear") }
    func increment() { log.write("count") }
}
