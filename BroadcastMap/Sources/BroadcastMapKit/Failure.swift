/// An error that the user reads, and the status of the program: 66 for input that can't be read, as in `sysexits.h`.
package struct Failure: Error {
    package let message: String
    package let status: Int32

    package init(_ message: String, status: Int32 = 66) {
        self.message = message
        self.status = status
    }
}
