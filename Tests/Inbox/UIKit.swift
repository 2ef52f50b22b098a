// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the app uses of UIKit, with the signatures of the original.

@_exported import Foundation

@MainActor
open class UIResponder: NSObject {}

@MainActor
open class UIView: UIResponder {}

public enum NSTextAlignment: Int, Sendable {
    case left
    case center
}

@MainActor
open class UILabel: UIView {
    open var text: String?
    open var textAlignment = NSTextAlignment.left
    open var numberOfLines = 1
}

@MainActor
open class UIViewController: UIResponder {
    open var title: String?
    open var view: UIView!

    public init(nibName: String?, bundle: Bundle?) {}
    public required init?(coder: NSCoder) { nil }

    open func loadView() {}
    open func viewDidLoad() {}
    open func viewDidAppear(_ animated: Bool) {}
}
