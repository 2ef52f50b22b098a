import Foundation
import ChannelMap

/// Writes a line to standard output, which has the map alone, or fails if it can't be written whole.
func writeOutput(_ text: String) throws {
    do { try FileHandle.standardOutput.write(contentsOf: Data("\(text)\n".utf8)) } catch {
        throw Failure("The output isn't complete: \(error.reason).", status: Failure.outputStatus)
    }
}

/// Writes a line to standard error, because standard output has the map alone.
///
/// What can't be written there is lost, because nothing is left to say so.
func writeError(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8)) }

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
    let text = "it changed since its index was written, so the map may miss or misplace what it uses"
    writeError("\(path):1: warning: \(text)")
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
