import Foundation
import MapBase

/// What programs sent and which observers they called, as the files of `BroadcastTrace` have it.
package struct Trace {
    /// A broadcast and its calls, without their times.
    struct Delivery: Hashable {
        let channel: String
        /// The module and the file of the sender, such as `Mail/Inbox.swift`.
        let fileID: String
        let line: Int
        let observers: [Observer]

        var place: Place { Place(channel: channel, fileID: fileID, line: line) }
    }

    /// The channel and the line of a sender.
    struct Place: Hashable {
        let channel: String
        let fileID: String
        let line: Int
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
        for path in paths {
            for file in try Self.files(at: path) { try add(file) }
        }
    }

    private static func files(at path: String) throws -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return [path]
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        let files = names.filter { $0.hasSuffix(".json") }.sorted().map { "\(path)/\($0)" }
        if files.isEmpty { throw Failure("--trace \(path): the folder has no trace.") }
        return files
    }

    private mutating func add(_ path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Failure("--trace \(path): the file can't be read.")
        }
        guard let events = Event.all(in: data) else {
            throw Failure("--trace \(path): this isn't a trace. Write one with BroadcastTrace.")
        }
        var broadcasts: [Event.ID: Event] = [:]
        var observers: [Event.ID: [Observer]] = [:]
        for event in events {
            guard let id = event.id else { continue }
            switch event.category {
            case "broadcast": broadcasts[id] = event
            case "call":
                let observer = Observer(name: event.name, kind: event.arguments?.kind ?? .object)
                observers[id, default: []].append(observer)
            default: continue
            }
        }
        for (id, broadcast) in broadcasts {
            guard let fileID = broadcast.arguments?.fileID, let line = broadcast.arguments?.line else { continue }
            let delivery = Delivery(
                channel: broadcast.name, fileID: fileID, line: line, observers: observers[id] ?? [])
            counts[delivery, default: 0] += 1
        }
    }
}

/// An event of the Trace Event Format, of which each line of a file has one.
private struct Event: Decodable {
    private enum CodingKeys: String, CodingKey {
        case name
        case category = "cat"
        case process = "pid"
        case arguments = "args"
    }

    struct Arguments: Decodable {
        /// The number of the broadcast in its process.
        let broadcast: Int?
        /// The place of the sender.
        let fileID: String?
        let line: Int?
        let kind: Trace.Observer.Kind?
    }

    /// The identity of a broadcast in a file, which several processes may have written.
    struct ID: Hashable {
        let process: Int
        let number: Int
    }

    let name: String
    let category: String?
    let process: Int
    let arguments: Arguments?

    var id: ID? { arguments?.broadcast.map { ID(process: process, number: $0) } }

    /// Returns the events of a file, or `nil` if it has text, and none of it is an event.
    ///
    /// The array may not be closed, and the last line may be incomplete, because a program may end at any time.
    static func all(in data: Data) -> [Event]? {
        let decoder = JSONDecoder()
        let lines = data.split(separator: UInt8(ascii: "\n")).filter { !$0.isBracket }
        let events = lines.compactMap { try? decoder.decode(Event.self, from: $0.withoutComma) }
        return events.isEmpty && !lines.isEmpty ? nil : events
    }
}

extension Data {
    /// True if it begins or ends the array.
    fileprivate var isBracket: Bool { elementsEqual("[".utf8) || elementsEqual("]".utf8) }

    fileprivate var withoutComma: Data { last == UInt8(ascii: ",") ? dropLast() : self }
}
