// The samples of the README and of the documentation comments. A test looks each of them up here.

import Broadcaster
import Foundation

protocol UpdateTitle {
    func updateWithNewTitle(title: String)
}

@MainActor
final class Window: UpdateTitle {
    nonisolated func updateWithNewTitle(title: String) {}

    func appear(broadcaster: Broadcaster) {
        Broadcaster.register(UpdateTitle.self, observer: self)
        Broadcaster.notify(UpdateTitle.self) { $0.updateWithNewTitle(title: "Inbox") }

        broadcaster.register(UpdateTitle.self, observer: self)
        broadcaster.notify(UpdateTitle.self) { $0.updateWithNewTitle(title: "Inbox") }
        let titles = broadcaster.observers(of: UpdateTitle.self)
        print(titles.count)
    }

    func disappear(broadcaster: Broadcaster) {
        Broadcaster.unregister(UpdateTitle.self, observer: self)
        Broadcaster.unregister(UpdateTitle.self)
        Broadcaster.unregister(observer: self)

        broadcaster.unregister(UpdateTitle.self, observer: self)
        broadcaster.unregister(UpdateTitle.self)
        broadcaster.unregister(observer: self)
    }
}

func broadcasters() async {
    do {
        let broadcaster = Broadcaster.shared
        await broadcaster.settled()
    }
    do {
        let broadcaster = Broadcaster()
        await broadcaster.settled()
    }
    Broadcaster.$current.withValue(Broadcaster()) {
        // Nothing that is registered or notified in here meets the rest of the program.
    }
}

protocol MessageObserver {
    func received(_ message: String)
}

final class UnreadBadge: MessageObserver {
    private var unread = 0
    func received(_ message: String) { unread += 1; print("badge \(unread)") }
}

@MainActor
func messages() {
    let badge = UnreadBadge()
    // In any module:
    Broadcaster.register(MessageObserver.self, observer: badge)
    // In any other module, on any thread:
    Broadcaster.notify(MessageObserver.self) { $0.received("Ann: Lunch at noon?") }
}

struct Order: Sendable {}

protocol OrderListener: AnyObject, Sendable {
    var isReady: Bool { get }
    func placed(_ order: Order)
}

protocol Station: Actor {
    func prepare(_ order: Order) async
}

final class Kitchen: OrderListener {
    let isReady = true
    func placed(_ order: Order) {}
}

func orders(kitchen: Kitchen, order: Order, broadcaster: Broadcaster, kitchenQueue: DispatchQueue) async {
    Broadcaster.register(OrderListener.self, observer: kitchen)
    Broadcaster.notify(OrderListener.self, on: kitchenQueue) { $0.placed(order) }
    for station in Broadcaster.observers(of: Station.self) { await station.prepare(order) }

    broadcaster.register(OrderListener.self, observer: kitchen)
    broadcaster.notify(OrderListener.self, on: kitchenQueue) { $0.placed(order) }
    let listeners = broadcaster.observers(of: OrderListener.self)
    print(listeners.count)
    await broadcaster.settled()
}

struct Document {}

protocol DocumentGuard {
    func mayClose(_ document: Document) -> Bool
}

@MainActor
func close(_ document: Document) {
    let mayClose = Broadcaster.observers(of: DocumentGuard.self).allSatisfy { $0.mayClose(document) }
    print(mayClose)
}

func sets(kitchen: Kitchen, till: Kitchen, display: Kitchen, order: Order) {
    do {
        let listeners = WeakObjectSet<any OrderListener>()
        listeners.add(kitchen)
        listeners.add([till, display])
        listeners.forEach { $0.placed(order) }
        let ready = listeners.allSatisfy { $0.isReady }
        print(ready)

        if !listeners.contains(kitchen) { print("the kitchen is closed") }
        if listeners.isEmpty { print("nobody listens") }
        print("\(listeners.count) listeners")
        let everyone = listeners.allObjects
        print(everyone)

        for listener in listeners { listener.placed(order) }
        var walk = listeners.makeIterator()
        let first = walk.next()
        first?.placed(order)
        while let listener = walk.next() { listener.placed(order) }

        listeners.remove(kitchen)
        listeners.remove([till, display])
        listeners.removeAll()
    }
    do {
        let listeners = WeakObjectSet<any OrderListener>(kitchen)
        print(listeners.count)
    }
    do {
        let listeners = WeakObjectSet<any OrderListener>([kitchen, till])
        print(listeners.count)
    }
}

protocol PlayerDelegate: AnyObject {
    var numberOfItems: Int { get }
    func playerDidStart(_ player: Player)
    func playerShouldStop(_ player: Player) -> Bool
}

final class Player {
    let delegates = MulticastDelegate<any PlayerDelegate>()

    func play() {
        delegates.invoke { $0.playerDidStart(self) }
    }
}

final class PlayerDelegates: MulticastDelegate<any PlayerDelegate>, PlayerDelegate {
    var numberOfItems: Int {
        reduce(0) { $0 + $1.numberOfItems }
    }
    func playerDidStart(_ player: Player) {
        invoke { $0.playerDidStart(player) }
    }
    func playerShouldStop(_ player: Player) -> Bool {
        allSatisfy { $0.playerShouldStop(player) }
    }
}

func delegates(player: Player, lockScreen: any PlayerDelegate, nowPlayingBar: any PlayerDelegate) {
    player.delegates += lockScreen
    player.delegates += nowPlayingBar
    player.delegates -= lockScreen
    do {
        let delegates = MulticastDelegate<any PlayerDelegate>()
        delegates.add(lockScreen)
        delegates.remove(lockScreen)
        delegates.removeAll()
        if !delegates.contains(lockScreen) { delegates.add(lockScreen) }
        if delegates.isEmpty { print("nobody listens") }
        print("\(delegates.count) delegates")
        let total = delegates.reduce(0) { $0 + $1.numberOfItems }
        print(total)
    }
    do {
        let delegates = MulticastDelegate<any PlayerDelegate>([lockScreen, nowPlayingBar])
        print(delegates.count)
    }
}

// A test binds a broadcaster of its own, so that tests which run side by side don't hear each other.
final class Inbox {
    private var unread = 0

    func receive(_ message: String) {
        unread += 1
        Broadcaster.notify(UpdateTitle.self) { [unread] in $0.updateWithNewTitle(title: "Inbox (\(unread))") }
    }
}

@MainActor
final class Title {
    private(set) var text = "Inbox"
}

extension Title: @MainActor UpdateTitle {
    func updateWithNewTitle(title: String) { text = title }
}

@MainActor
func theTitleShowsTheNumberOfUnreadMessages() async {
    await Broadcaster.$current.withValue(Broadcaster()) {
        let inbox = Inbox()
        let title = Title()
        Broadcaster.register(UpdateTitle.self, observer: title)
        inbox.receive("Hello")
        await Broadcaster.settled()
        assert(title.text == "Inbox (1)")
    }
}

await theTitleShowsTheNumberOfUnreadMessages()
print("every sample compiles")
