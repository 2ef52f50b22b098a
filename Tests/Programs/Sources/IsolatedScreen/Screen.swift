import Broadcaster
import Foundation

package protocol UpdateTitle {
    func updateWithNewTitle(title: String)
}

/// An observer whose conformance is isolated to the main actor.
///
/// A dynamic cast to its protocol fails where the runtime doesn't know that it is on the main actor.
@MainActor
final class Screen {
    private(set) var titles: [String] = []
}

extension Screen: @MainActor UpdateTitle {
    func updateWithNewTitle(title: String) {
        titles.append(title)
    }
}

package enum UpdateTitleMessage: Broadcaster.Message {
    case updateWithNewTitle(title: String)

    package func send(to observer: any UpdateTitle) {
        switch self {
        case .updateWithNewTitle(let title): observer.updateWithNewTitle(title: title)
        }
    }

    package static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any UpdateTitle {
        Observer(receive: receive)
    }

    private final class Observer: UpdateTitle {
        let receive: @Sendable (UpdateTitleMessage) -> Void

        init(receive: @escaping @Sendable (UpdateTitleMessage) -> Void) { self.receive = receive }

        func updateWithNewTitle(title: String) { receive(.updateWithNewTitle(title: title)) }
    }
}

/// Notifies from a background thread, then calls synchronously, and checks what the screen received.
@MainActor
public func runScreen() async {
    let screen = Screen()
    Broadcaster.register(UpdateTitle.self, observer: screen)
    let delegates = MulticastDelegate<any UpdateTitle>([screen])

    await withCheckedContinuation { sent in
        Thread.detachNewThread {
            for number in 1...100 {
                Broadcaster.notify(UpdateTitle.self) { $0.updateWithNewTitle(title: "\(number)") }
            }
            sent.resume()
        }
    }
    await Broadcaster.settled()
    precondition(screen.titles == (1...100).map(String.init), "received \(screen.titles)")

    delegates.notify { $0.updateWithNewTitle(title: "notify") }
    await Broadcaster.settled()
    precondition(screen.titles.last == "notify")

    DispatchQueue.main.async {
        MainActor.assumeIsolated {
            Broadcaster.observers(of: UpdateTitle.self).forEach { $0.updateWithNewTitle(title: "forEach") }
            for observer in Broadcaster.observers(of: UpdateTitle.self) { observer.updateWithNewTitle(title: "for in") }
            delegates.invoke { $0.updateWithNewTitle(title: "invoke") }
        }
    }
    await Broadcaster.settled()
    precondition(screen.titles.suffix(3) == ["forEach", "for in", "invoke"], "received \(screen.titles.suffix(3))")

    // Each of them stops the program where it isn't recognized as the main actor.
    let called = Broadcaster.observe(UpdateTitleMessage.self) { _ in }
    func call() {
        Broadcaster.observers(of: UpdateTitle.self).forEach { $0.updateWithNewTitle(title: "sync") }
    }
    func callInSync() { DispatchQueue(label: "sync").sync { call() } }
    #if canImport(Darwin)
        // There, a task of the main actor isn't recognized in `sync` under `dispatchMain()`.
        call()
    #else
        callInSync()
    #endif
    Broadcaster.notify(UpdateTitle.self) { if $0 is Screen { callInSync() } }
    delegates.notify { _ in callInSync() }
    await Broadcaster.settled()
    precondition(screen.titles.suffix(3) == ["sync", "sync", "sync"], "received \(screen.titles.suffix(3))")
    called.cancel()

    var closed: [String] = []
    let observation = Broadcaster.observe(UpdateTitleMessage.self) { message in
        if case .updateWithNewTitle(let title) = message { closed.append(title) }
    }
    Broadcaster.observe(UpdateTitleMessage.self, owner: screen) { screen, message in
        if case .updateWithNewTitle(let title) = message { closed.append("\(title) of \(screen.titles.count)") }
    }
    let messages = Broadcaster.messages(of: UpdateTitleMessage.self)
    Broadcaster.notify(UpdateTitleMessage.updateWithNewTitle(title: "message"))
    await Broadcaster.settled()
    precondition(closed == ["message", "message of 108"], "received \(closed)")
    for await case .updateWithNewTitle(let title) in messages {
        precondition(title == "message")
        break
    }
    observation.cancel()
}
