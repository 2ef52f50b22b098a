// An existing app in language mode 5: plain classes that register from any thread.

import Broadcaster
import Dispatch
import Foundation

protocol UpdateTitle {
    func updateWithNewTitle(title: String)
}

class Window: UpdateTitle {
    var titles: [String] = []

    func updateWithNewTitle(title: String) { titles.append(title) }

    deinit { Broadcaster.unregister(UpdateTitle.self, observer: self) }
}

func register(_ window: Window) {
    Broadcaster.register(UpdateTitle.self, observer: window)
}

let window = Window()
var shortLived: Window? = Window()

Thread.detachNewThread {
    register(window)
    register(shortLived!)
    Broadcaster.notify(UpdateTitle.self) { $0.updateWithNewTitle(title: "first") }
    shortLived = nil
    Broadcaster.notify(UpdateTitle.self) { $0.updateWithNewTitle(title: "second") }
    DispatchQueue.main.async {
        precondition(window.titles == ["first", "second"])
        exit(EXIT_SUCCESS)
    }
}
RunLoop.main.run()
