import Foundation

/// Names whose observers post them again.
enum Item {
    //: channel Item.activated
    //: check echo: feedback loop: SettingsWindow.open(_:) → openMenu() → activate() posts it again; delivered later, it
    //:     may never end
    static let activated = Notification.Name("Item.activated")
    //: channel Item.renamed
    //: check echo: feedback loop: a closure in Title.observe() → text (didSet) posts it again; delivered later, it may
    //:     never end
    //: check self: Title posts and observes it: it will be called later, and after its own posts
    //: check token: nothing keeps the token of the closure in Title.observe(): it observes forever, and an Observation
    //:     that nothing keeps ends at once
    static let renamed = Notification.Name("Item.renamed")
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
        //: post Item.activated: MenuItem.activate(); object: self; userInfo: "item", "isLast"
        NotificationCenter.default.post(name: Item.activated, object: self, userInfo: ["item": 1, "isLast": true])
    }
}

final class SettingsWindow {
    private var token: (any NSObjectProtocol)?
    private let item: any Activating = MenuItem()

    /// Through a function, a requirement, and its witness.
    func observe() {
        //: closure Item.activated: a closure in SettingsWindow.observe(); object: nil; queue: .main; handler open(_:);
        //:     reads "isLast", "item"; removals 1
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

/// Through a property that is set, whose observer posts.
final class Title {
    var text = "" {
        //: post Item.renamed: Title.text; object: nil
        didSet { NotificationCenter.default.post(name: Item.renamed, object: nil) }
    }

    func observe() {
        //: closure Item.renamed: a closure in Title.observe(); object: nil; queue: nil
        _ = NotificationCenter.default.addObserver(forName: Item.renamed, object: nil, queue: nil) { [self] _ in
            text = "again"
        }
    }
}
