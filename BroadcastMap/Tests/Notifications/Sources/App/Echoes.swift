import Foundation

/// Names whose observers post them again.
enum Item {
    static let activated = Notification.Name("Item.activated")
    static let opened = Notification.Name("Item.opened")
    static let closed = Notification.Name("Item.closed")
    static let renamed = Notification.Name("Item.renamed")
    static let counted = Notification.Name("Item.counted")
}

protocol Activating {
    func activate()
}

/// Its guard stops what activates it inside of `post`, and nothing that is delivered later.
final class MenuItem: Activating {
    private var isActive = false

    func activate() {
        if isActive { return }
        isActive = true
        NotificationCenter.default.post(name: Item.activated, object: self, userInfo: ["item": 1, "isLast": true])
    }
}

final class SettingsWindow {
    private var token: (any NSObjectProtocol)?
    private let item: any Activating = MenuItem()

    /// Through a function, a requirement, and its witness.
    func observe() {
        token = NotificationCenter.default.addObserver(
            forName: Item.activated, object: nil, queue: .main, using: open)
    }

    private func open(_ notification: Notification) {
        let info = notification.userInfo
        if notification.userInfo?["item"] != nil, (info as? [String: Any])?["isLast"] != nil { openMenu() }
    }

    private func openMenu() { item.activate() }

    deinit {
        if let token { NotificationCenter.default.removeObserver(token) }
    }
}

/// Over two names: each observer posts the other one.
@MainActor
final class Door {
    func observe() {
        _ = NotificationCenter.default.addObserver(forName: Item.opened, object: nil, queue: .main) { _ in
            NotificationCenter.default.post(name: Item.closed, object: nil)
        }
        _ = NotificationCenter.default.addObserver(forName: Item.closed, object: nil, queue: .main) { _ in
            NotificationCenter.default.post(name: Item.opened, object: nil)
        }
    }
}

/// Through a property that is set, whose observer posts.
final class Title {
    var text = "" {
        didSet { NotificationCenter.default.post(name: Item.renamed, object: nil) }
    }

    func observe() {
        _ = NotificationCenter.default.addObserver(forName: Item.renamed, object: nil, queue: nil) { [self] _ in
            text = "again"
        }
    }
}

/// No echo: the closure doesn't run where it is written, and what it runs doesn't post.
final class Counter {
    private var count = 0

    func start() {
        _ = NotificationCenter.default.addObserver(forName: Item.counted, object: nil, queue: nil) { _ in }
        NotificationCenter.default.post(name: Item.counted, object: nil)
    }
}
