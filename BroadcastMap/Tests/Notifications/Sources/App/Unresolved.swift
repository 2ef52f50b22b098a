import Foundation

enum Event: String {
    case added, removed

    var name: Notification.Name { Notification.Name(rawValue) }
}

final class Log {
    private let names: [Notification.Name] = [.saved]

    func all() {
        //: unresolved Log.all(): it observes every name
        _ = NotificationCenter.default.addObserver(forName: nil, object: nil, queue: nil) { _ in }
    }

    nonisolated(unsafe) static var chosen = "Log.chosen"

    func computed(_ event: Event) {
        //: post "Log.chosen": Log.computed(_:); object: nil
        //: unobserved: "Log.chosen" is posted, but never observed
        NotificationCenter.default.post(name: Notification.Name(Log.chosen), object: nil)
        //: unresolved Log.computed(_:): no caller passes a channel: event.name; callers 0
        NotificationCenter.default.post(name: event.name, object: nil)
        //: unresolved Log.computed(_:): no caller passes a channel: Notification.Name("Log." + event.rawValue); callers
        //:     0
        NotificationCenter.default.post(name: Notification.Name("Log." + event.rawValue), object: nil)
        //: unresolved Log.computed(_:): no caller passes a channel: Notification.Name("\(event)"); callers 0
        NotificationCenter.default.post(name: Notification.Name("\(event)"), object: nil)
        //: post Notification.Name.saved: Log.computed(_:); object: nil
        NotificationCenter.default.post(name: names[0], object: nil)
        //: post Notification.Name.closed: Log.computed(_:); object: nil
        //: post Notification.Name.saved: Log.computed(_:); object: nil
        NotificationCenter.default.post(name: event == .added ? .saved : .closed, object: nil)
        //: post Notification.Name.saved: Log.computed(_:); object: nil
        for name in names { NotificationCenter.default.post(name: name, object: nil) }
    }

    func again(_ notification: Notification) {
        //: unresolved Log.again(_:): no caller passes a channel: notification.name; callers 0
        NotificationCenter.default.post(name: notification.name, object: nil)
    }

    func inside() {
        func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: nil) }
        //: post Notification.Name.saved: Log.inside(); object: nil
        post(.saved)
        //: unresolved Log.inside(): an expression chooses it: name; callers 0
        let send: (Notification.Name) -> Void = { name in NotificationCenter.default.post(name: name, object: nil) }
        send(.saved)
        let name = Notification.Name.saved
        //: post Notification.Name.saved: Log.inside(); object: nil
        names.forEach { name in NotificationCenter.default.post(name: name, object: nil) }
        _ = name
    }

    /// An inner scope takes the name, so none posts what the constants outside say.
    func shadowed(_ optional: Notification.Name?, _ notifications: [Notification]) {
        let name = Notification.Name.neverPosted
        let notification = Notification(name: .neverPosted)
        //: unresolved Log.shadowed(_:_:): no caller passes a channel: name; callers 0
        if let name = optional { NotificationCenter.default.post(name: name, object: nil) }
        //: unresolved Log.shadowed(_:_:): an expression chooses it: name; callers 0
        if case let name? = optional { NotificationCenter.default.post(name: name, object: nil) }
        switch optional {
        //: unresolved Log.shadowed(_:_:): an expression chooses it: name; callers 0
        case let name?: NotificationCenter.default.post(name: name, object: nil)
        //: post Notification.Name.saved: Log.shadowed(_:_:); object: name
        case nil: NotificationCenter.default.post(name: .saved, object: name)
        }
        do {
            let (name, object) = (Event.added.name, notifications.count)
            //: post "added": Log.shadowed(_:_:); object: object
            //: unobserved: "added" is posted, but never observed
            NotificationCenter.default.post(name: name, object: object)
        }
        //: unresolved Log.shadowed(_:_:): no caller passes a channel: notification; callers 0
        for notification in notifications { NotificationCenter.default.post(notification) }
        //: unresolved Log.shadowed(_:_:): no caller passes a channel: notification; callers 0
        notifications.forEach { notification in NotificationCenter.default.post(notification) }
        let closure = { [name = Notification.Name.saved] in
            //: post Notification.Name.saved: Log.shadowed(_:_:); object: "capture"
            NotificationCenter.default.post(name: name, object: "capture")
        }
        //: unresolved Log.shadowed(_:_:): no caller passes a channel: name; callers 0
        func inner(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: notification) }
        closure()
    }

    /// No function here calls it.
    func pass(_ name: Notification.Name) {
        //: unresolved Log.pass(_:): no caller passes a channel: name; callers 0
        NotificationCenter.default.post(name: name, object: nil)
    }
}

/// Each name is the other, of which a subclass overrides one.
class Page {
    var opened: Notification.Name { turned }
    var turned: Notification.Name { opened }

    func open() {
        //: unresolved Page.open(): an expression chooses it: opened; callers 0
        NotificationCenter.default.post(name: opened, object: nil)
    }

    /// Each caller is listed once.
    private func postTwice(_ name: Notification.Name) {
        NotificationCenter.default.post(name: name, object: nil)
        NotificationCenter.default.post(name: name, object: self)
    }

    func turn(_ names: [Notification.Name]) {
        //: unresolved Page.turn(_:): no caller passes a channel: names[0]; callers 0
        postTwice(names[0])
        //: unresolved Page.turn(_:): no caller passes a channel: names[1]; callers 0
        postTwice(names[1])
    }
}
