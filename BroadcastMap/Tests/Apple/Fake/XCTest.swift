// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
@_exported import Foundation

open class XCTestExpectation {}

open class XCTNSNotificationExpectation: XCTestExpectation {
    public init(name: NSNotification.Name, object: Any? = nil) {}
}

open class XCTestCase: NSObject {
    @discardableResult
    public func expectation(
        forNotification name: NSNotification.Name, object: Any?, handler: ((Notification) -> Bool)? = nil
    ) -> XCTestExpectation {
        XCTestExpectation()
    }
}
