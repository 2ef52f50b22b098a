import Foundation

/// What programs sent and which observers they called, as the files of `BroadcastTrace` have it.
package struct Trace: Sendable {
    /// A broadcast and its calls, without their times.
    struct Delivery: Hashable {
        let channel: String
        /// The module and the file of the sender, such as `Mail/Inbox.swift`.
        let fileID: String
        let line: Int
        let observers: [Observer]
    }

    /// An observer that was called.
    struct Observer: Hashable {
        enum Kind: String, Decodable { case object, owner, closure, loop }

        /// The class of an object or of an owner, or of what a type of messages made to call a closure or a loop.
        let name: String
        let kind: Kind
    }

    /// How often each delivery happened.
    private(set) var counts: [Delivery: Int] = [:]

    /// Reads files, and those of folders.
    package init(_ paths: [String]) throws {
        for file in try paths.flatMap(Self.files) { try add(file) }
    }

    private static func files(at path: String) throws -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return [path] }
        let files = names.filter { $0.hasSuffix(".json") }.sorted().map { "\(path)/\($0)" }
        if files.isEmpty { throw Failure("--trace \(path): the folder has no trace.") }
        return files
    }

    private mutating func add(_ path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Failure("--trace \(path): the file can't be read.")
        }
        let lines: [Data] = data.split(separator: UInt8(ascii: "\n")).filter { $0.count > 1 }
        // A bracket begins the array. It may not be closed, and the last line may be incomplete, because a program may end at any time.
        let decoder = JSONDecoder()
        let events = lines.compactMap { try? decoder.decode(Event.self, from: $0.last == 44 ? $0.dropLast() : $0) }
        if events.isEmpty, !lines.isEmpty {
            throw Failure("--trace \(path): this isn't a trace. Write one with BroadcastTrace.")
        }
        // Several processes may have written a file, each of which numbers its broadcasts.
        for events in Dictionary(grouping: events, by: { [$0.pid, $0.args?.broadcast] }).values {
            guard let broadcast = events.first(where: { $0.cat == "broadcast" }), let arguments = broadcast.args,
                let fileID = arguments.fileID, let line = arguments.line
            else { continue }
            let observers = events.filter { $0.cat == "call" }.map {
                Observer(name: $0.name, kind: $0.args?.kind ?? .object)
            }
            let delivery = Delivery(channel: broadcast.name, fileID: fileID, line: line, observers: observers)
            counts[delivery, default: 0] += 1
        }
    }
}

/// An event of the Trace Event Format, of which each line of a file has one.
private struct Event: Decodable {
    struct Arguments: Decodable {
        /// The number of the broadcast in its process.
        let broadcast: Int?
        /// The place of the sender.
        let fileID: String?
        let line: Int?
        let kind: Trace.Observer.Kind?
    }

    let name: String
    let cat: String?
    let pid: Int
    let args: Arguments?
}
