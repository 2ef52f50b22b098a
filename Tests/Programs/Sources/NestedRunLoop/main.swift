// A synchronous test in an app: it binds a broadcaster and runs the run loop within the binding, where the broadcasts
// of the shared broadcaster are delivered as well.

import Broadcaster
import Foundation

protocol UpdateTitle {
    func updateWithNewTitle(title: String)
}

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
