extension Symbol {
    /// True if instances are on the main actor because of a class of AppKit or UIKit, or of SwiftUI.
    ///
    /// An index has no superclasses of what a framework declares, so each class that programs inherit from is listed.
    var isOfUserInterface: Bool {
        withBases.contains { base in
            base.usr.hasPrefix("s:7SwiftUI") || Self.userInterfaceClasses.contains { base.usr == "c:objc(cs)\($0)" }
        }
    }

    private static let userInterfaceClasses: Set = [
        // AppKit
        "NSAlert", "NSApplication", "NSBox", "NSBrowser", "NSButton", "NSClipView", "NSCollectionView",
        "NSCollectionViewItem", "NSColorWell", "NSComboBox", "NSControl", "NSDatePicker", "NSDocument",
        "NSDocumentController", "NSGridView", "NSImageView", "NSLevelIndicator", "NSMenu", "NSMenuItem",
        "NSOutlineView", "NSPageController", "NSPanel", "NSPathControl", "NSPopUpButton", "NSPopover",
        "NSProgressIndicator", "NSResponder", "NSRulerView", "NSScrollView", "NSScroller", "NSSearchField",
        "NSSecureTextField", "NSSegmentedControl", "NSSlider", "NSSplitView", "NSSplitViewController", "NSStackView",
        "NSStatusBarButton", "NSStepper", "NSSwitch", "NSTabView", "NSTabViewController", "NSTableCellView",
        "NSTableRowView", "NSTableView", "NSTextField", "NSTextView", "NSTokenField", "NSToolbar", "NSToolbarItem",
        "NSView", "NSViewController", "NSVisualEffectView", "NSWindow", "NSWindowController",
        // UIKit
        "UIActivityIndicatorView", "UIAlertController", "UIApplication", "UIBarButtonItem", "UIButton",
        "UICollectionReusableView", "UICollectionView", "UICollectionViewCell", "UICollectionViewController",
        "UIControl", "UIDatePicker", "UIDocument", "UIGestureRecognizer", "UIHostingController", "UIImageView",
        "UIInputViewController", "UILabel", "UINavigationBar", "UINavigationController", "UIPageControl",
        "UIPageViewController", "UIPickerView", "UIProgressView", "UIRefreshControl", "UIResponder", "UIScene",
        "UIScrollView", "UISearchBar", "UISearchController", "UISegmentedControl", "UISlider", "UISplitViewController",
        "UIStackView", "UIStepper", "UISwitch", "UITabBar", "UITabBarController", "UITableView", "UITableViewCell",
        "UITableViewController", "UITableViewHeaderFooterView", "UITextField", "UITextView", "UIToolbar", "UIView",
        "UIViewController", "UIVisualEffectView", "UIWindow", "UIWindowScene",
        // Both
        "MTKView", "SCNView", "SKView", "WKWebView",
    ]
}
