import Foundation

extension Notification.Name {
    //: channel Notification.Name.fanReset
    //: unobserved: Notification.Name.fanReset is posted, but never observed; not in this build:
    //:     Inactive.swift, Inactive.swift
    /// Only another processor's clause observes it.
    static let fanReset = Notification.Name("fanReset")
    //: channel Notification.Name.fanLost
    //: unobserved: Notification.Name.fanLost is posted, but never observed
    /// Nothing observes it in any build.
    static let fanLost = Notification.Name("fanLost")
}

func resetFan() {
    //: post Notification.Name.fanReset: resetFan(); object: nil
    NotificationCenter.default.post(name: .fanReset, object: nil)
    //: post Notification.Name.fanLost: resetFan(); object: nil
    NotificationCenter.default.post(name: .fanLost, object: nil)
}

#if arch(m68k)
    func observeFan() {
        //: not in this build: NotificationCenter.default.addObserver(forName: .fanReset, object: nil, queue: …;
        //:     arch(m68k)
        _ = NotificationCenter.default.addObserver(forName: .fanReset, object: nil, queue: .main) { _ in resetFan() }
    }
#elseif os(AmigaOS)
    extension Notification.Name {
        //: not in this build: fanBroke = Notification.Name("fanBroke"); os(AmigaOS)
        static let fanBroke = Notification.Name("fanBroke")
    }
#else
    func observeNoFan() {}
#endif

#if DEBUG
#else
    //: not in this build: NotificationCenter.default.post(name: .fanReset, object: nil); else
    func postInRelease() { NotificationCenter.default.post(name: .fanReset, object: nil) }
#endif
