//: channel App.Refresh: refreshed(), refreshedLater()
@objc protocol Refresh {
    func refreshed()
    //: uncalled: App.Refresh.refreshedLater() is never called
    //: uncalled: App.Theme.refreshedLater() is never called
    @objc optional func refreshedLater()
}

//: channel App.Theme: themeDidChange(to:), refreshed(), refreshedLater()
//: unobserved: App.Theme is sent, but never observed; never registered: App.Screen.Cell
/// Swift's name of it isn't that of Objective-C.
@objc(APPTheme) protocol Theme: Refresh {
    func themeDidChange(to name: Int)
}

//: channel App.Life: began()
/// Not for Objective-C.
protocol Life {
    //: unhandled: App.Life.began() is sent, but every observer leaves it to its default
    func began()
}

extension Life {
    func began() {}
}
