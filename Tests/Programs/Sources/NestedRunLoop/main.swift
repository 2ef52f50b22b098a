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
