import Foundation
import UIKit

extension Notification.Name {
    static let selected = Notification.Name("selected")
    static let sequenced = Notification.Name("sequenced")
    static let published = Notification.Name("published")
    static let received = Notification.Name("received")
    static let shown = Notification.Name("shown")
}

@objcMembers
class Palette: NSObject {
    static let didOpen = Notification.Name("Palette.didOpen")
    var token: AnyObject?

    func open() {
        NotificationCenter.default.addObserver(self, selector: #selector(close), name: .selected, object: nil)
        NotificationCenter.default.addObserver(
            self, selector: #selector(close), name: Palette.didOpen, object: UIApplication.self)
        NotificationCenter.default.addObserver(
            self, selector: #selector(close), name: UIApplication.didBecomeActiveNotification, object: nil)
        token = NotificationCenter.default.publisher(for: .published).sink { _ in }
        token = NotificationCenter.default.publisher(for: .received, object: self)
            .receive(on: DispatchQueue.main)
            .sink { _ in }
    }

    func close() {}

    func follow() async {
        for await _ in NotificationCenter.default.notifications(named: .sequenced) { select() }
        for await _ in NotificationCenter.default.notifications(named: .NSManagedObjectContextDidSave) {}
    }

    func select() {
        NotificationCenter.default.post(name: .selected, object: self)
        NotificationCenter.default.post(name: .sequenced, object: nil)
        NotificationCenter.default.post(name: .published, object: nil)
        NotificationCenter.default.post(name: .received, object: nil)
        NotificationCenter.default.post(name: Palette.didOpen, object: nil)
    }
}

/// A class of UIKit is on the main actor.
final class Screen: UIViewController {
    @objc func appear() {
        NotificationCenter.default.post(name: .shown, object: nil)
        NotificationCenter.default.addObserver(menu, selector: #selector(Palette.close), name: .shown, object: nil)
    }

    private let menu = Palette()
}
