extension Comparison {
    /// The comparison for other programs.
    var json: String { get throws { try jsonText(jsonObject) } }

    var jsonObject: JSONObject {
        ["of": subject.rawValue, "added": added.map(\.jsonObject), "removed": removed.map(\.jsonObject)]
    }
}

extension Comparison.Entry {
    fileprivate var jsonObject: JSONObject {
        var object: JSONObject = [
            "kind": id.kind.rawValue, "channel": id.channel, "message": id.message, "name": id.name, "type": id.type,
            "file": file, "line": line,
        ]
        if let key = id.key { object["key"] = key }
        if let sender = id.object { object["object"] = sender }
        if !id.kind.isPartOfChannel { object["text"] = text }
        return object
    }
}
