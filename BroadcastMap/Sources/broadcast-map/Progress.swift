import Foundation

/// Says on standard error what the program does, if that takes more than a second.
enum Progress {
    static func during<Result>(_ activity: String, _ work: () throws -> Result) rethrows -> Result {
        let message = DispatchWorkItem { warn("\(activity) …") }
        DispatchQueue.global().asyncAfter(deadline: .now() + 1, execute: message)
        defer { message.cancel() }
        return try work()
    }
}
