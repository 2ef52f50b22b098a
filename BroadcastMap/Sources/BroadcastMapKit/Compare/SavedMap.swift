import Foundation

/// A map as `--json` prints it, with the fields that a comparison needs.
struct SavedMap: Decodable {
    struct Channel: Decodable {
        let name: String
        let file: String?
        let line: Int?
        let methods: [Named]
        let conformers: [Named]
        let senders: [Use]
        let observers: [Use]
        let notes: [Note]
    }

    struct Named: Decodable {
        let name: String
    }

    struct Note: Decodable {
        let kind: String
        let text: String
    }

    struct Use: Decodable {
        enum CodingKeys: String, CodingKey {
            case name, module, how, type, methods, handles, key, object, file, line
            case typeAround = "in"
        }

        /// The function that sends or begins to observe.
        let name: String
        let module: String
        let how: String
        /// The class of an observer, if it is known.
        let type: String?
        let typeAround: String?
        /// What a sender calls.
        let methods: [String]?
        /// What an observer handles, if that is known.
        let handles: [String]?
        let key: String?
        /// The object of a notification.
        let object: String?
        let file: String
        let line: Int
    }

    struct Problem: Decodable {
        let name: String
        let kind: String
        let text: String
        let file: String
        let line: Int
    }

    struct Unresolved: Decodable {
        let name: String
        let reason: String
        let file: String
        let line: Int
    }

    enum CodingKeys: String, CodingKey {
        case subject = "of"
        case channels, problems, unresolved
    }

    let subject: Map.Subject
    let channels: [Channel]
    let problems: [Problem]
    let unresolved: [Unresolved]

    init(json: Data) throws {
        self = try JSONDecoder().decode(SavedMap.self, from: json)
    }

    /// Reads the file of `--compare`, or ends the program if it has no map of this subject.
    init(path: String, of subject: Map.Subject) {
        guard let data = FileManager.default.contents(atPath: path) else {
            fail("--compare \(path): the file can't be read.")
        }
        guard let map = try? SavedMap(json: data) else {
            fail("--compare \(path): this isn't a map. Write one with: broadcast-map --json > old.json")
        }
        guard map.subject == subject else {
            let fix = subject == .channels ? "Add --notifications." : "Omit --notifications."
            fail("--compare \(path): this is a map of \(map.subject). \(fix)")
        }
        self = map
    }

    /// The names by which a filter finds something.
    var names: [String] { channels.flatMap(\.names) + unresolved.map(\.name) }
}

extension SavedMap.Channel {
    /// The names by which a filter finds it.
    var names: [String] {
        let ofUses = (senders + observers).flatMap { [$0.name, $0.module, $0.type ?? ""] }
        return [name] + methods.map(\.name) + conformers.map(\.name) + ofUses
    }

    /// The full name of a message, which that of its problem is, too.
    func fullName(of message: String) -> String { "\(name).\(message)" }
}
