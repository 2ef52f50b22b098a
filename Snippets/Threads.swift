// The samples of "Threads, actors and Swift 6".

import Broadcaster
import Foundation

// A protocol on the main actor.

@MainActor
protocol ThemeObserver: AnyObject {
    func themeDidChange(isDark: Bool)
}

final class Toolbar: ThemeObserver {
    private(set) var isDark = false

    func themeDidChange(isDark: Bool) { self.isDark = isDark }
}

@MainActor
func adoptTheme(toolbar: Toolbar) {
    Broadcaster.register(ThemeObserver.self, observer: toolbar)
}

nonisolated func systemThemeChanged(isDark: Bool) {
    Broadcaster.notify(ThemeObserver.self) { $0.themeDidChange(isDark: isDark) }
}

// A plain protocol, and a conformance on the main actor.

protocol DownloadObserver {
    func downloadDidFinish(_ name: String)
}

@MainActor
final class DownloadList {
    private(set) var names: [String] = []

    init() {
        Broadcaster.register(DownloadObserver.self, observer: self)
    }
}

extension DownloadList: @MainActor DownloadObserver {
    func downloadDidFinish(_ name: String) { names.append(name) }
}

// Actors.

struct Order: Sendable {
    let dish: String
}

protocol OrderStation: Actor {
    func prepare(_ order: Order) async -> Bool
}

actor Grill: OrderStation {
    private var orders: [Order] = []

    func open() {
        Broadcaster.register(OrderStation.self, observer: self)
    }

    func prepare(_ order: Order) async -> Bool {
        orders.append(order)
        return true
    }
}

func place(_ order: Order) async -> Bool {
    for station in Broadcaster.observers(of: OrderStation.self) {
        if await !station.prepare(order) { return false }
    }
    return true
}

func announce(_ order: Order) {
    Broadcaster.notify(OrderStation.self) { station in
        Task { await station.prepare(order) }
    }
}

// Servers.

protocol RequestObserver: AnyObject, Sendable {
    func handled(path: String, status: Int)
}

final class RequestCounter: RequestObserver {
    private let lock = NSLock()
    // Because the lock guards it.
    nonisolated(unsafe) private var counts: [Int: Int] = [:]

    func handled(path: String, status: Int) {
        lock.withLock { counts[status, default: 0] += 1 }
    }

    func count(of status: Int) -> Int {
        lock.withLock { counts[status, default: 0] }
    }
}

final class Server: Sendable {
    private let metrics = DispatchQueue(label: "metrics")

    func respond(to path: String) {
        Broadcaster.notify(RequestObserver.self, on: metrics) { $0.handled(path: path, status: 200) }
    }
}

// What the compiler refuses, mended.

final class Draft {
    var title = "Inbox"
}

protocol TitleObserver {
    func titleDidChange(_ title: String)
}

func rename(_ draft: Draft) {
    let title = draft.title
    Broadcaster.notify(TitleObserver.self) { $0.titleDidChange(title) }
}

func rename(unread: Int) {
    var title = "Inbox"
    if unread > 0 { title += " (\(unread))" }
    Broadcaster.notify(TitleObserver.self) { [title] in $0.titleDidChange(title) }
}

final class TitleBar: TitleObserver {
    func titleDidChange(_ title: String) {}
}

@MainActor
func showTitleBar() -> TitleBar {
    let bar = TitleBar()
    Broadcaster.register(TitleObserver.self, observer: bar)
    return bar
}

let counter = RequestCounter()
let grill = Grill()
Broadcaster.register(RequestObserver.self, observer: counter)
await grill.open()
Server().respond(to: "/")
announce(Order(dish: "toast"))
let isPlaced = await place(Order(dish: "soup"))
await Broadcaster.settled()
print("orders placed: \(isPlaced), requests counted: \(counter.count(of: 200))")
