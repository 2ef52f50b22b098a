import Foundation

/// Posts in every form.
@MainActor
final class Document {
    //: channel Document.didChange
    static let didChange = Notification.Name("Document.didChange")
    //: channel Document.didMove
    let didMove = Notification.Name("Document.didMove")
    var title = "" {
        //: post Names.renamed: Document.title; object: self; userInfo: "title"
        didSet { NotificationCenter.default.post(name: Names.renamed, object: self, userInfo: ["title": title]) }
    }

    func open() {
        let center = NotificationCenter.default
        //: post Notification.Name.opened: Document.open(); object: nil
        center.post(name: .opened, object: nil)
        //: post Notification.Name.loaded: Document.open()
        center.post(Notification(name: .loaded))
        //: post Notification.Name.restored: Document.open(); object: self
        center.post(.init(name: .restored, object: self, userInfo: nil))
        //: post Notification.Name.Sync.began: Document.open(); object: nil
        center.post(name: .Sync.began, object: nil)
    }

    func change(_ isLast: Bool) {
        //: post Document.didChange: Document.change(_:); object: self; userInfo: "isLast", Names.text, "more"
        NotificationCenter.default.post(
            name: Self.didChange, object: self,
            userInfo: ["isLast": isLast, Names.text: [1: 2], "more": (a: 1, b: 2)])
        //: post Document.didMove: Document.change(_:); object: nil
        NotificationCenter.default.post(name: didMove, object: nil)
        let notification = Notification(name: everywhere, object: title)
        //: post everywhere: Document.change(_:); object: title
        NotificationCenter.default.post(notification)
        //: post Notification.Name.closed: Document.change(_:); object: nil
        NotificationCenter.default.post(name: NSNotification.Name.closed, object: nil)
        //: post Notification.Name.neverObserved: Document.change(_:); object: nil
        NotificationCenter.default.post(name: .neverObserved, object: nil)
    }

    func save() {
        //: enqueue Notification.Name.saved: Document.save(); object: self
        NotificationQueue.default.enqueue(Notification(name: .saved, object: self), postingStyle: .asap)
        //: enqueue Notification.Name.saved: Document.save()
        NotificationQueue.default.enqueue(
            Notification(name: Names.alias), postingStyle: .whenIdle, coalesceMask: [.onName], forModes: nil)
        //: post Notification.Name.saved: Document.save(); object: nil
        NotificationCenter.default.post(name: Names.current, object: nil)
        //: post Notification.Name.saved: Document.save(); object: nil
        NotificationCenter.default.post(name: Names.same, object: nil)
        //: post Notification.Name.saved: Document.save(); object: nil
        NotificationCenter.default.post(name: .init("saved"), object: nil)
    }

    func print() {
        //: post "by string": Document.print(); object: nil
        NotificationCenter.default.post(name: Notification.Name("by string"), object: nil)
        //: post "by constant": Document.print(); object: nil
        NotificationCenter.default.post(name: .init(rawValue: Names.text), object: nil)
        let name = NSNotification.Name("by variable")
        //: post "by variable": Document.print(); object: nil
        NotificationCenter.default.post(name: name, object: nil)
        //: post UserDefaults.didChangeNotification: Document.print(); object: UserDefaults.standard
        NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: UserDefaults.standard)
    }
}
