// A hole of the language: a value that a block of the main actor and a detached task both capture. When a compiler
// refuses this, the page that lists the holes loses an entry.

import Broadcaster

protocol LogObserver { func receive(_ log: Log) }

nonisolated final class Log {
    var entries: [Int] = []
    func add() { entries.append(entries.count) }
}

@MainActor
func send() -> Task<Void, Never> {
    let log = Log()
    Broadcaster.notify((any LogObserver).self) { $0.receive(log) }
    return Task.detached { log.add() }
}

@MainActor
func runLater(_ block: @escaping @MainActor () -> Void) { Task { block() } }

@MainActor
func sendWithoutBroadcaster() -> Task<Void, Never> {
    let log = Log()
    runLater { log.add() }
    return Task.detached { log.add() }
}
