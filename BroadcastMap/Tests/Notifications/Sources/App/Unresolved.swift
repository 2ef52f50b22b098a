import Foundation

enum Event: String {
    case added, removed

    var name: Notification.Name { Notification.Name(rawValue) }
}

final class Log {
    private let names: [Notification.Name] = [.saved]

    func all() {
        _ = NotificationCenter.default.addObserver(forName: nil, object: nil, queue: nil) { _ in }
    }

    nonisolated(unsafe) static var chosen = "Log.chosen"

    func computed(_ event: Event) {
        NotificationCenter.default.post(name: Notification.Name(Log.chosen), object: nil)
        NotificationCenter.default.post(name: event.name, object: nil)
        NotificationCenter.default.post(name: Notification.Name("Log." + event.rawValue), object: nil)
        NotificationCenter.default.post(name: Notification.Name("\(event)"), object: nil)
        NotificationCenter.default.post(name: names[0], object: nil)
        NotificationCenter.default.post(name: event == .added ? .saved : .closed, object: nil)
        for name in names { NotificationCenter.default.post(name: name, object: nil) }
    }

    func again(_ notification: Notification) {
        NotificationCenter.default.post(name: notification.name, object: nil)
    }

    func inside() {
        func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: nil) }
        post(.saved)
        let send: (Notification.Name) -> Void = { name in NotificationCenter.default.post(name: name, object: nil) }
        send(.saved)
        let name = Notification.Name.saved
        names.forEach { name in NotificationCenter.default.post(name: name, object: nil) }
        _ = name
    }

    /// An inner scope takes the name, so none posts what the constants outside say.
    func shadowed(_ optional: Notification.Name?, _ notifications: [Notification]) {
        let name = Notification.Name.neverPosted
        let notification = Notification(name: .neverPosted)
        if let name = optional { NotificationCenter.default.post(name: name, object: nil) }
        if case let name? = optional { NotificationCenter.default.post(name: name, object: nil) }
        switch optional {
        case let name?: NotificationCenter.default.post(name: name, object: nil)
        case nil: NotificationCenter.default.post(name: .saved, object: name)
        }
        do {
            let (name, object) = (Event.added.name, notifications.count)
            NotificationCenter.default.post(name: name, object: object)
        }
        for notification in notifications { NotificationCenter.default.post(notification) }
        notifications.forEach { notification in NotificationCenter.default.post(notification) }
        let closure = { [name = Notification.Name.saved] in
            NotificationCenter.default.post(name: name, object: "capture")
        }
        func inner(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: notification) }
        closure()
    }

    /// No function here calls it.
    func pass(_ name: Notification.Name) {
        NotificationCenter.default.post(name: name, object: nil)
    }
}

/// Each name is the other, of which a subclass overrides one.
class Page {
    var opened: Notification.Name { turned }
    var turned: Notification.Name { opened }

    func open() {
        NotificationCenter.default.post(name: opened, object: nil)
    }

    /// Each caller is listed once.
    private func postTwice(_ name: Notification.Name) {
        NotificationCenter.default.post(name: name, object: nil)
        NotificationCenter.default.post(name: name, object: self)
    }

    func turn(_ names: [Notification.Name]) {
        postTwice(names[0])
        postTwice(names[1])
    }
}
