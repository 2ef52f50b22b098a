// An existing app in language mode 5: plain classes that register from any thread, and a closure that awaits.

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

enum UpdateTitleMessage: Broadcaster.Message {
    case updateWithNewTitle(title: String)

    func send(to observer: any UpdateTitle) {
        switch self {
        case .updateWithNewTitle(let title): observer.updateWithNewTitle(title: title)
        }
    }

    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any UpdateTitle {
        Observer(receive: receive)
    }

    private final class Observer: UpdateTitle {
        let receive: @Sendable (UpdateTitleMessage) -> Void

        init(receive: @escaping @Sendable (UpdateTitleMessage) -> Void) { self.receive = receive }

        func updateWithNewTitle(title: String) { receive(.updateWithNewTitle(title: title)) }
    }
}

class Journal {
    var lines: [String] = []

    func append(_ message: UpdateTitleMessage) async {
        lines.append("+\(message)")
        await Task.yield()
        lines.append("-\(message)")
    }
}

func register(_ window: Window) {
    Broadcaster.register(UpdateTitle.self, observer: window)
}

let window = Window()
let journal = Journal()
var shortLived: Window? = Window()

Broadcaster.observe(UpdateTitleMessage.self, owner: journal) { journal, message in await journal.append(message) }

Thread.detachNewThread {
    register(window)
    register(shortLived!)
    Broadcaster.notify(UpdateTitle.self) { $0.updateWithNewTitle(title: "first") }
    shortLived = nil
    Broadcaster.notify(UpdateTitle.self) { $0.updateWithNewTitle(title: "second") }
    DispatchQueue.main.async {
        precondition(window.titles == ["first", "second"])
        Task {
            await Broadcaster.settled()
            let titles = ["first", "second"].map { UpdateTitleMessage.updateWithNewTitle(title: $0) }
            precondition(journal.lines == titles.flatMap { ["+\($0)", "-\($0)"] })
            exit(EXIT_SUCCESS)
        }
    }
}
RunLoop.main.run()
