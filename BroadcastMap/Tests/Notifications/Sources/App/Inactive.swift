import Foundation

extension Notification.Name {
    /// Only another processor's clause observes it.
    static let fanReset = Notification.Name("fanReset")
    /// Nothing observes it in any build.
    static let fanLost = Notification.Name("fanLost")
}

func resetFan() {
    NotificationCenter.default.post(name: .fanReset, object: nil)
    NotificationCenter.default.post(name: .fanLost, object: nil)
}

#if arch(m68k)
    func observeFan() {
        _ = NotificationCenter.default.addObserver(forName: .fanReset, object: nil, queue: .main) { _ in resetFan() }
    }
#elseif os(AmigaOS)
    extension Notification.Name {
        static let fanBroke = Notification.Name("fanBroke")
    }
#else
    func observeNoFan() {}
#endif

#if DEBUG
#else
    func postInRelease() { NotificationCenter.default.post(name: .fanReset, object: nil) }
#endif
