import BroadcastMapKit
import Foundation

/// Writes a line to standard output, which has the map alone, or fails if it can't be written whole.
func writeOutput(_ text: String) throws {
    do { try writeWhole(text + "\n", to: STDOUT_FILENO) } catch let error as SystemError {
        throw Failure("The output isn't complete: \(error.reason).", status: Failure.outputStatus)
    }
}

/// Writes a line to standard error, because standard output has the map alone.
///
/// What can't be written there is lost, because nothing is left to say so.
func writeError(_ text: String) { try? writeWhole(text + "\n", to: STDERR_FILENO) }

/// Prints a message to standard error.
func warn(_ message: String) { writeError("broadcast-map: \(message)") }

/// Prints a note about files, and names the first ones.
func warn(_ text: String, about files: [String]) {
    if files.isEmpty { return }
    let most = 5
    let more = files.count > most ? ", and \(files.count - most) more" : ""
    warn("note: \(text): \(files.prefix(most).joined(separator: ", "))\(more)")
}

/// Warns of a source that is newer than its index, as Xcode and editors read it.
func warnOfStaleFile(_ path: String) {
    writeError("\(path):1: warning: it changed since its index was written, so the map may miss or misplace what it uses")
}

/// Warns of a trace whose places aren't those of the sources, by the first one.
func warnOfOtherVersion(_ place: String) {
    writeError("\(place): warning: the trace is of another version of this source, which sends nothing here")
}

/// An error of the system.
private struct SystemError: Error {
    let reason: String
}

/// Writes a text to a file that is open, where `print` wouldn't say that the disk is full or that a pipe is closed.
private func writeWhole(_ text: String, to descriptor: Int32) throws {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count >= 0 {
            bytes = bytes.dropFirst(count)
        } else if errno != EINTR {
            throw SystemError(reason: String(cString: strerror(errno)))
        }
    }
}

/// Says on standard error what the program does, if that takes more than a second.
enum Progress {
    static func during<Result>(_ activity: String, _ work: () throws -> Result) rethrows -> Result {
        let message = DispatchWorkItem { warn("\(activity) …") }
        DispatchQueue.global().asyncAfter(deadline: .now() + 1, execute: message)
        defer { message.cancel() }
        return try work()
    }
}
