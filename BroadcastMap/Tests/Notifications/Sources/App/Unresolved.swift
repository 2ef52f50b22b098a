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

    /// Two properties that return each other are names nevertheless.
    static var first: Notification.Name { second }
    static var second: Notification.Name { first }

    func never() { NotificationCenter.default.post(name: Log.first, object: nil) }

    /// No function here calls it.
    func pass(_ name: Notification.Name) {
        NotificationCenter.default.post(name: name, object: nil)
    }
}
