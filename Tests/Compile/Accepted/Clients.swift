// What clients may write, whatever their settings are.

import Broadcaster
import Dispatch
import Foundation

// A plain protocol, from the main actor.
protocol UpdateTitle { func updateWithNewTitle(title: String) }

@MainActor
final class Window: UpdateTitle {
    private var title = ""

    nonisolated func updateWithNewTitle(title: String) {}

    func appear() { Broadcaster.register((any UpdateTitle).self, observer: self) }
    func disappear() { Broadcaster.unregister((any UpdateTitle).self, observer: self) }

    nonisolated deinit { Broadcaster.unregister(observer: self) }
}

// A conformance that is isolated to the main actor.
@MainActor
final class Screen {
    private(set) var title = ""

    func appear() { Broadcaster.register((any UpdateTitle).self, observer: self) }
}

extension Screen: @MainActor UpdateTitle {
    func updateWithNewTitle(title: String) { self.title = title }
}

// A protocol that is isolated to the main actor.
@MainActor
protocol Theme: AnyObject { func apply(dark: Bool) }

final class Button: Theme {
    private var isDark = false

    func apply(dark: Bool) { isDark = dark }
}

@MainActor
func adopt(_ button: Button) {
    Broadcaster.register((any Theme).self, observer: button)
}

nonisolated func darken(_ button: Button) {
    Broadcaster.notify((any Theme).self) { $0.apply(dark: true) }
    Broadcaster.unregister((any Theme).self, observer: button)
    Broadcaster.unregister((any Theme).self)
}

// Any thread may notify; the block runs on the main actor.
func load() {
    Broadcaster.notify((any UpdateTitle).self) { $0.updateWithNewTitle(title: "Inbox") }
}

// Actors are observers, and are awaited in a loop.
struct Order: Sendable {}

protocol OrderListener: Actor { func placed(_ order: Order) async -> Bool }

actor Kitchen: OrderListener {
    private var orders: [Order] = []

    func placed(_ order: Order) async -> Bool {
        orders.append(order)
        return true
    }

    func open() { Broadcaster.register((any OrderListener).self, observer: self) }
}

func place(_ order: Order) async -> Bool {
    for listener in Broadcaster.observers(of: (any OrderListener).self) where await !listener.placed(order) {
        return false
    }
    return true
}

// Sendable observers are called on a custom queue.
nonisolated protocol Job: Sendable { func run() }

func runJobs(on queue: DispatchQueue) async {
    Broadcaster.notify((any Job).self, on: queue) { $0.run() }
    await Broadcaster.settled()
}

// A center that is Sendable owns a set …
final class OrderCenter: Sendable {
    static let shared = OrderCenter()

    let listeners = WeakObjectSet<any OrderListener>()
    let jobs = WeakObjectSet<any Job>()
}

func startJobs() {
    OrderCenter.shared.jobs.forEach { $0.run() }
}

// … and one on the main actor owns a multicast delegate.
@MainActor
final class ThemeCenter {
    static let shared = ThemeCenter()

    let delegates = MulticastDelegate<any Theme>()
    var isDark = false {
        didSet { delegates.invoke { $0.apply(dark: isDark) } }
    }
}

@MainActor
func follow(_ button: Button) {
    ThemeCenter.shared.delegates += button
    ThemeCenter.shared.delegates -= button
}

// A subclass stands in for a delegate protocol: a plain one, and one on the main actor.
protocol PlayerDelegate: AnyObject {
    func playerDidStart(_ name: String)
    func playerShouldStop(_ name: String) -> Bool
}

final class PlayerDelegates: MulticastDelegate<any PlayerDelegate>, PlayerDelegate {
    nonisolated override init() { super.init() }

    func playerDidStart(_ name: String) { invoke { $0.playerDidStart(name) } }
    func playerShouldStop(_ name: String) -> Bool { allSatisfy { $0.playerShouldStop(name) } }
}

@MainActor
protocol NavigationDelegate: AnyObject {
    func didShow(_ screen: Screen)
    func supportedOrientations() -> Set<Int>
}

@MainActor
final class NavigationDelegates: MulticastDelegate<any NavigationDelegate>, NavigationDelegate {
    nonisolated override init() { super.init() }

    func didShow(_ screen: Screen) { invoke { $0.didShow(screen) } }
    func supportedOrientations() -> Set<Int> { reduce([0, 1, 2, 3]) { $0.intersection($1.supportedOrientations()) } }
}

final class PlainNavigationDelegates: MulticastDelegate<any NavigationDelegate>, NavigationDelegate {
    nonisolated override init() { super.init() }

    func didShow(_ screen: Screen) { invoke { $0.didShow(screen) } }
    func supportedOrientations() -> Set<Int> { reduce([0, 1, 2, 3]) { $0.intersection($1.supportedOrientations()) } }
}

// An independent broadcaster, bound for a scope.
func isolated() async {
    await Broadcaster.$current.withValue(Broadcaster()) {
        Broadcaster.notify((any UpdateTitle).self) { $0.updateWithNewTitle(title: "Test") }
        await Broadcaster.settled()
    }
}

// From async code, the statement runs on the main actor, with an observer that is created there or sent along.
nonisolated final class Bar: UpdateTitle {
    func updateWithNewTitle(title: String) {}
}

nonisolated func registerOnMainActor() async {
    await MainActor.run {
        let bar = Bar()
        Broadcaster.register((any UpdateTitle).self, observer: bar)
    }
}

nonisolated func registerNew() async {
    let bar = Bar()
    await MainActor.run { Broadcaster.register((any UpdateTitle).self, observer: bar) }
}

nonisolated func countOnMainActor() async -> Int {
    await MainActor.run { Broadcaster.observers(of: (any UpdateTitle).self).count }
}

// Methods as functions.
@MainActor
func addAll(_ listeners: [any UpdateTitle], to set: WeakObjectSet<any UpdateTitle>) -> [any UpdateTitle] {
    let delegates = MulticastDelegate<any UpdateTitle>()
    listeners.forEach(set.add)
    listeners.forEach(delegates.add)
    listeners.forEach(set.remove)
    return listeners.filter(set.contains)
}
