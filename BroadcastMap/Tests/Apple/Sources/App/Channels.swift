@objc protocol Refresh {
    func refreshed()
    @objc optional func refreshedLater()
}

/// Swift's name of it isn't that of Objective-C.
@objc(APPTheme) protocol Theme: Refresh {
    func themeDidChange(to name: Int)
}

/// Not for Objective-C.
protocol Life {
    func began()
}

extension Life {
    func began() {}
}
