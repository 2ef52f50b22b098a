// A synchronous test in an app: it binds a broadcaster and runs the run loop within the binding, where the broadcasts
// of the shared broadcaster are delivered as well.

import Broadcaster
import Foundation
import IsolatedScreen

final class Window: UpdateTitle {
    var titles: [String] = []

    func updateWithNewTitle(title: String) {
        titles.append(title)
        precondition(Broadcaster.current === Broadcaster.shared, "the broadcaster that delivers isn't current")
    }
}

let window = Window()
Broadcaster.register(UpdateTitle.self, observer: window)
Broadcaster.notify(UpdateTitle.self) { $0.updateWithNewTitle(title: "pending") }

let bound = Broadcaster()
Broadcaster.$current.withValue(bound) {
    while window.titles.isEmpty { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    precondition(Broadcaster.current === bound, "the bound broadcaster isn't current after a delivery")
}
precondition(window.titles == ["pending"])

// The main thread is on the main actor outside of its queue, too. Elsewhere, a closure's observer stops the program.
var received = 0
let observation = bound.observe(UpdateTitleMessage.self) { _ in received += 1 }
DispatchQueue(label: "sync").sync { bound.observers(of: UpdateTitle.self).forEach { $0.updateWithNewTitle(title: "") } }
precondition(received == 1)
observation.cancel()

// While an observer runs a modal loop in its call, the main queue starts no other item. A block of the run loop isn't
// one, so during a modal loop that it runs, the main queue delivers.
@MainActor
final class Alert {
    private(set) var titles: [String] = []

    private func runModalLoop(until isOver: (_ passes: Int) -> Bool) {
        // Sent only now, because one turn of the run loop delivers everything that was sent before it.
        bound.notify(UpdateTitle.self) { $0.updateWithNewTitle(title: "later") }
        var passes = 0
        while !isOver(passes) {
            _ = RunLoop.main.run(mode: .default, before: Date() + 0.001)
            passes += 1
        }
        titles.append("the loop ended")
    }
}

extension Alert: @MainActor UpdateTitle {
    func updateWithNewTitle(title: String) {
        titles.append(title)
        switch title {
        case "in its call":
            runModalLoop { passes in passes == 100 }
        case "in a block":
            RunLoop.main.perform { MainActor.assumeIsolated { self.runModalLoop { _ in self.titles.last == "later" } } }
        default:
            break
        }
    }
}

for (title, expected) in [
    ("in its call", ["in its call", "the loop ended", "later"]),
    ("in a block", ["in a block", "later", "the loop ended"]),
] {
    let alert = Alert()
    bound.register(UpdateTitle.self, observer: alert)
    bound.notify(UpdateTitle.self) { $0.updateWithNewTitle(title: title) }
    while alert.titles.count < 3 { _ = RunLoop.main.run(mode: .default, before: Date() + 0.001) }
    precondition(alert.titles == expected, "a modal loop \(title): \(alert.titles)")
}
