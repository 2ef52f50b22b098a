import Foundation
import UIKit

extension Notification.Name {
    //: channel Notification.Name.selected
    //: check self: Palette posts and observes it: it will be called later, and after its own posts
    static let selected = Notification.Name("selected")
    //: channel Notification.Name.sequenced
    //: check echo: feedback loop: a closure in Palette.follow() → select() posts it again; delivered later, it may
    //:     never end
    static let sequenced = Notification.Name("sequenced")
    //: channel Notification.Name.published
    //: check self: Palette posts and observes it: it will be called later, and after its own posts
    static let published = Notification.Name("published")
    //: channel Notification.Name.received
    //: check object: object: self becomes a key, which each post must pass, too
    static let received = Notification.Name("received")
    //: channel Notification.Name.shown
    static let shown = Notification.Name("shown")
}

@objcMembers
class Palette: NSObject {
    //: channel Palette.didOpen
    //: check self: Palette posts and observes it: it will be called later, and after its own posts
    static let didOpen = Notification.Name("Palette.didOpen")
    var token: AnyObject?

    func open() {
        //: selector Notification.Name.selected: Palette (a selector); object: nil; handler close()
        NotificationCenter.default.addObserver(self, selector: #selector(close), name: .selected, object: nil)
        //: selector Palette.didOpen: Palette (a selector); object: UIApplication.self; handler close()
        NotificationCenter.default.addObserver(
            self, selector: #selector(close), name: Palette.didOpen, object: UIApplication.self)
        //: selector UIApplication.didBecomeActiveNotification: Palette (a selector); object: nil; handler close()
        NotificationCenter.default.addObserver(
            self, selector: #selector(close), name: UIApplication.didBecomeActiveNotification, object: nil)
        //: publisher Notification.Name.published: a publisher in Palette.open()
        token = NotificationCenter.default.publisher(for: .published).sink { _ in }
        //: publisher Notification.Name.received: a publisher in Palette.open(); object: self
        token = NotificationCenter.default.publisher(for: .received, object: self)
            .receive(on: DispatchQueue.main)
            .sink { _ in }
    }

    func close() {}

    func follow() async {
        //: sequence Notification.Name.sequenced: a sequence in Palette.follow()
        for await _ in NotificationCenter.default.notifications(named: .sequenced) { select() }
        //: sequence Notification.Name.NSManagedObjectContextDidSave: a sequence in Palette.follow()
        for await _ in NotificationCenter.default.notifications(named: .NSManagedObjectContextDidSave) {}
    }

    func select() {
        //: post Notification.Name.selected: Palette.select(); object: self
        NotificationCenter.default.post(name: .selected, object: self)
        //: post Notification.Name.sequenced: Palette.select(); object: nil
        NotificationCenter.default.post(name: .sequenced, object: nil)
        //: post Notification.Name.published: Palette.select(); object: nil
        NotificationCenter.default.post(name: .published, object: nil)
        //: post Notification.Name.received: Palette.select(); object: nil
        NotificationCenter.default.post(name: .received, object: nil)
        //: post Palette.didOpen: Palette.select(); object: nil
        NotificationCenter.default.post(name: Palette.didOpen, object: nil)
    }
}

/// A class of UIKit is on the main actor.
final class Screen: UIViewController {
    @objc func appear() {
        //: post Notification.Name.shown: Screen.appear(); object: nil
        NotificationCenter.default.post(name: .shown, object: nil)
        //: selector Notification.Name.shown: Palette (a selector); object: nil; handler close()
        NotificationCenter.default.addObserver(menu, selector: #selector(Palette.close), name: .shown, object: nil)
    }

    private let menu = Palette()
}
