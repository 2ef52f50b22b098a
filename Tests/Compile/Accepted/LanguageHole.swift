// The hole of the language that rule 10 names: the compiler takes an existential of a class on the main actor for
// Sendable, although the conformance inside it may be isolated. When a compiler refuses this, the rule can lose its
// exception.
// Cells: nonisolated

import Broadcaster
import Dispatch

protocol Update { func update() }

@MainActor
class Base { final var count = 0 }

final class Screen: Base {}

extension Screen: @MainActor Update {
    func update() { count += 1 }
}

func sendThrough(_ queue: DispatchQueue) {
    Broadcaster.notify((any Base & Update).self, on: queue) { $0.update() }
}

@MainActor
func sendToTask(_ screen: Screen) {
    let update: any Base & Update = screen
    Task.detached { update.update() }
}
