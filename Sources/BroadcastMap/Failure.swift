import Foundation

/// Ends the program without a map: with status 66 for input that can't be read, as in `sysexits.h`.
func fail(_ message: String, status: Int32 = 66) -> Never {
    FileHandle.standardError.write(Data("broadcast-map: \(message)\n".utf8))
    exit(status)
}
