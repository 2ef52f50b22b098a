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
