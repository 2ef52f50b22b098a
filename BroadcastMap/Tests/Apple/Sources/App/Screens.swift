import Broadcaster
import ObjectiveC
import UIKit

class Badge: NSObject, Refresh {
    func refreshed() {}
    func refreshedLater() {}
}

/// All its members are for Objective-C, or aren't.
@MainActor
final class Screen: UIViewController, @MainActor Refresh, @MainActor Life {
    @objc let badge: Badge = .init()
    @objc(other) var second = Badge()
    @objc static let shared = Badge()
    @objc var maybe: Badge?
    @objc lazy var made = Screen.shared
    let plain = Badge()

    override func viewDidLoad() {
        super.viewDidLoad()
        Broadcaster.register(Refresh.self, observer: self)
        Broadcaster.register(Refresh.self, for: 1, observer: badge)
        Broadcaster.register(Refresh.self, for: 2, observer: second)
        Broadcaster.register(Refresh.self, for: 3, observer: Screen.shared)
        Broadcaster.register(Refresh.self, for: 4, observer: plain)
        Broadcaster.register(Refresh.self, for: 5, observer: maybe!)
        Broadcaster.register(Refresh.self, for: 6, observer: made)
        Broadcaster.register(Life.self, observer: self)
        NotificationCenter.default.addObserver(self, selector: #selector(tapped), name: nil, object: nil)
    }

    @objc func tapped(_ sender: NSObject?) {
        Broadcaster.notify(Refresh.self) { $0.refreshed() }
        post(Theme.self) { $0.themeDidChange(to: 1) }
        Broadcaster.notify(Life.self) { $0.began() }
    }

    /// Generic functions aren't for Objective-C, but its class is.
    func post<T>(_ type: T.Type, _ block: @escaping @MainActor (T) -> Void) { Broadcaster.notify(type, block: block) }

    func refreshed() {}
    @objc private func refreshedLate() {}
}

extension Screen {
    @objc(Row) final class Cell: NSObject, Theme {
        func refreshed() {}
        func themeDidChange(to name: Int) {}
    }
}
