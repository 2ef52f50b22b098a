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
        //: register App.Refresh: Screen (registered in its viewDidLoad); handles refreshed()
        Broadcaster.register(Refresh.self, observer: self)
        //: register App.Refresh: Badge (registered in Screen.viewDidLoad()); handles refreshed(), refreshedLater();
        //:     for: 1
        //: unreachable: App.Refresh.refreshed() can't reach Badge: each sender lacks a key, and the observer has one
        Broadcaster.register(Refresh.self, for: 1, observer: badge)
        //: register App.Refresh: Badge (registered in Screen.viewDidLoad()); handles refreshed(), refreshedLater();
        //:     for: 2
        //: unreachable: App.Refresh.refreshed() can't reach Badge: each sender lacks a key, and the observer has one
        Broadcaster.register(Refresh.self, for: 2, observer: second)
        //: register App.Refresh: Badge (registered in Screen.viewDidLoad()); handles refreshed(), refreshedLater();
        //:     for: 3
        //: unreachable: App.Refresh.refreshed() can't reach Badge: each sender lacks a key, and the observer has one
        Broadcaster.register(Refresh.self, for: 3, observer: Screen.shared)
        //: register App.Refresh: Badge (registered in Screen.viewDidLoad()); handles refreshed(), refreshedLater();
        //:     for: 4
        //: unreachable: App.Refresh.refreshed() can't reach Badge: each sender lacks a key, and the observer has one
        Broadcaster.register(Refresh.self, for: 4, observer: plain)
        //: register App.Refresh: Badge (registered in Screen.viewDidLoad()); handles refreshed(), refreshedLater();
        //:     for: 5
        //: unreachable: App.Refresh.refreshed() can't reach Badge: each sender lacks a key, and the observer has one
        Broadcaster.register(Refresh.self, for: 5, observer: maybe!)
        //: register App.Refresh: Badge (registered in Screen.viewDidLoad()); handles refreshed(), refreshedLater();
        //:     for: 6
        //: unreachable: App.Refresh.refreshed() can't reach Badge: each sender lacks a key, and the observer has one
        Broadcaster.register(Refresh.self, for: 6, observer: made)
        //: register App.Life: Screen (registered in its viewDidLoad); handles nothing
        Broadcaster.register(Life.self, observer: self)
        //: unresolved Screen.viewDidLoad(): it observes every name
        NotificationCenter.default.addObserver(self, selector: #selector(tapped), name: nil, object: nil)
    }

    @objc func tapped(_ sender: NSObject?) {
        //: notify App.Refresh: Screen.tapped(_:); calls refreshed()
        Broadcaster.notify(Refresh.self) { $0.refreshed() }
        //: notify App.Theme: Screen.tapped(_:); calls themeDidChange(to:)
        post(Theme.self) { $0.themeDidChange(to: 1) }
        //: notify App.Life: Screen.tapped(_:); calls began()
        Broadcaster.notify(Life.self) { $0.began() }
    }

    /// Generic functions aren't for Objective-C, but its class is.
    func post<T>(_ type: T.Type, _ block: @escaping @MainActor (T) -> Void) { Broadcaster.notify(type, block: block) }

    func refreshed() {}
    @objc private func refreshedLate() {}
}

extension Screen {
    //: never registered for App.Refresh
    //: never registered for App.Theme
    @objc(Row) final class Cell: NSObject, Theme {
        func refreshed() {}
        func themeDidChange(to name: Int) {}
    }
}
