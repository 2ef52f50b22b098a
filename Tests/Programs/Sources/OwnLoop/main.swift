// A program whose main thread runs its own loop, as a game or an app with another system's event loop does. Nothing
// runs the main queue but the one line of the page "Threads, actors, and Swift 6".

import Broadcaster
import Foundation
import IsolatedScreen

@MainActor
final class Window {
    private(set) var titles: [String] = []
}

extension Window: @MainActor UpdateTitle {
    func updateWithNewTitle(title: String) {
        MainActor.preconditionIsolated()
        // In a debug build, asking off the main actor stops the program.
        precondition(!Broadcaster.observers(of: UpdateTitle.self).isEmpty)
        titles.append(title)
    }
}

let window = Window()
Broadcaster.register(UpdateTitle.self, observer: window)
// Off the main actor, the observer of a closure stops the program.
var received = 0
let observation = Broadcaster.observe(UpdateTitleMessage.self) { _ in received += 1 }

let titles = (1...1000).map(String.init)
Thread.detachNewThread {
    for title in titles { Broadcaster.notify(UpdateTitle.self) { $0.updateWithNewTitle(title: title) } }
}

while window.titles.count < titles.count {
    Thread.sleep(forTimeInterval: 0.001)  // Time: what the loop does in a turn.
    _ = RunLoop.main.run(mode: .default, before: Date())
}
precondition(window.titles == titles, "the order is \(window.titles)")
precondition(received == titles.count, "the closure received \(received)")
observation.cancel()
