import Foundation

/// Posts in every form.
@MainActor
final class Document {
    static let didChange = Notification.Name("Document.didChange")
    let didMove = Notification.Name("Document.didMove")
    var title = "" {
        didSet { NotificationCenter.default.post(name: Names.renamed, object: self, userInfo: ["title": title]) }
    }

    func open() {
        let center = NotificationCenter.default
        center.post(name: .opened, object: nil)
        center.post(Notification(name: .loaded))
        center.post(.init(name: .restored, object: self, userInfo: nil))
        center.post(name: .Sync.began, object: nil)
    }

    func change(_ isLast: Bool) {
        NotificationCenter.default.post(
            name: Self.didChange, object: self,
            userInfo: ["isLast": isLast, Names.text: [1: 2], "more": (a: 1, b: 2)])
        NotificationCenter.default.post(name: didMove, object: nil)
        let notification = Notification(name: everywhere, object: title)
        NotificationCenter.default.post(notification)
        NotificationCenter.default.post(name: NSNotification.Name.closed, object: nil)
        NotificationCenter.default.post(name: .neverObserved, object: nil)
    }

    func save() {
        NotificationQueue.default.enqueue(Notification(name: .saved, object: self), postingStyle: .asap)
        NotificationQueue.default.enqueue(
            Notification(name: Names.alias), postingStyle: .whenIdle, coalesceMask: [.onName], forModes: nil)
        NotificationCenter.default.post(name: Names.current, object: nil)
        NotificationCenter.default.post(name: Names.same, object: nil)
        NotificationCenter.default.post(name: .init("saved"), object: nil)
    }

    func print() {
        NotificationCenter.default.post(name: Notification.Name("by string"), object: nil)
        NotificationCenter.default.post(name: .init(rawValue: Names.text), object: nil)
        let name = NSNotification.Name("by variable")
        NotificationCenter.default.post(name: name, object: nil)
        NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: UserDefaults.standard)
    }
}
