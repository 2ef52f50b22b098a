import Foundation

/// A name is declared in an extension of `Notification.Name`, of `NSNotification.Name`, or anywhere.
extension Notification.Name {
    /// The tool posts it, too.
    public static let saved = Notification.Name("saved")
    static var opened: Notification.Name { .init(rawValue: "opened") }
    static let loaded: Notification.Name = .init("loaded")
    static let restored = Notification.Name(Names.prefix + "restored")
    static let neverObserved = Notification.Name("neverObserved")
    static let neverPosted = Notification.Name("neverPosted")

    enum Sync {
        static let began = Notification.Name("sync.began")
    }
}

extension NSNotification.Name {
    static let closed = NSNotification.Name("closed")
}

enum Names {
    static let renamed: Notification.Name = .init(rawValue: "renamed")
    static let alias = Notification.Name.saved
    static var current: Notification.Name { .saved }
    static let same = Notification.Name("saved")
    static let text = "by constant"
    static let prefix = "app."
}

let everywhere = Notification.Name("everywhere")
