import Foundation

/// An error that the user reads, and the status of the program, as in `sysexits.h`.
package struct Failure: Error {
    /// The status for input that can't be read.
    static let inputStatus: Int32 = 66
    /// The status for output that can't be written.
    package static let outputStatus: Int32 = 74

    package let message: String
    package let status: Int32

    package init(_ message: String, status: Int32 = inputStatus) {
        self.message = message
        self.status = status
    }
}

extension Error {
    /// What the system says of a file that can't be written.
    package var reason: String {
        let cause = (self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error ?? self
        return String(cString: strerror(Int32((cause as NSError).code)))
    }
}
