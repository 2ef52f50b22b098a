import Foundation

/// A name is declared in an extension of `Notification.Name`, of `NSNotification.Name`, or anywhere.
extension Notification.Name {
    //: channel Notification.Name.saved
    //: unobserved: Notification.Name.saved is posted, but never observed; also mentioned at
    //:     Names.swift, Names.swift,
    //:     Screens.swift, Unresolved.swift
    /// The tool posts it, too.
    public static let saved = Notification.Name("saved")
    //: channel Notification.Name.opened
    static var opened: Notification.Name { .init(rawValue: "opened") }
    //: channel Notification.Name.loaded
    static let loaded: Notification.Name = .init("loaded")
    //: channel Notification.Name.restored
    static let restored = Notification.Name(Names.prefix + "restored")
    //: channel Notification.Name.neverObserved
    //: unobserved: Notification.Name.neverObserved is posted, but never observed
    static let neverObserved = Notification.Name("neverObserved")
    //: channel Notification.Name.neverPosted
    //: unsent: Notification.Name.neverPosted is observed, but never posted; also mentioned at
    //:     Unresolved.swift, Unresolved.swift
    static let neverPosted = Notification.Name("neverPosted")

    enum Sync {
        //: channel Notification.Name.Sync.began
        static let began = Notification.Name("sync.began")
    }
}

extension NSNotification.Name {
    //: channel Notification.Name.closed
    static let closed = NSNotification.Name("closed")
}

enum Names {
    //: channel Names.renamed
    //: check object: object: document becomes a key, which each post must pass, too
    static let renamed: Notification.Name = .init(rawValue: "renamed")
    static let alias = Notification.Name.saved
    static var current: Notification.Name { .saved }
    static let same = Notification.Name("saved")
    static let text = "by constant"
    static let prefix = "app."
}

//: channel everywhere
let everywhere = Notification.Name("everywhere")
