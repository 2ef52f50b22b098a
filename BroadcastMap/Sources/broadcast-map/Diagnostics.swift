import Foundation

/// Prints a message to standard error, because standard output has the map alone.
func warn(_ message: String) { FileHandle.standardError.write(Data("broadcast-map: \(message)\n".utf8)) }

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
    FileHandle.standardError.write(Data("\(path):1: warning: \(text)\n".utf8))
}

/// Warns of a trace whose places aren't those of the sources, by the first one.
func warnOfOtherVersion(_ place: String) {
    let text = "the trace is of another version of this source, which sends nothing here"
    FileHandle.standardError.write(Data("\(place): warning: \(text)\n".utf8))
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
