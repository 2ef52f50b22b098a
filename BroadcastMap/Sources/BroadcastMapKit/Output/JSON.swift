import Foundation

/// An object of JSON, in which `nil` becomes null.
typealias JSONObject = [String: Any?]

extension Map {
    /// The map for other programs.
    func json(package: String) throws -> String {
        try jsonText(jsonObject(package: package))
    }

    func jsonObject(package: String) -> JSONObject {
        [
            "of": subject.rawValue,
            "package": package,
            "root": FileManager.default.currentDirectoryPath.realPath,
            "channels": channels.map(\.jsonObject),
            "unresolved": unresolved.map(\.jsonObject),
            "problems": problems.map(\.jsonObject),
            "notInThisBuild": notInThisBuild.map(\.jsonObject),
        ]
    }
}

/// The text of a JSON object, with the keys in order.
func jsonText(_ object: JSONObject) throws -> String {
    let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = try JSONSerialization.data(withJSONObject: withNull(object), options: options)
    return String(decoding: data, as: UTF8.self)
}

/// Returns a value with null for each `nil` in an object, as `JSONSerialization` needs it.
private func withNull(_ value: Any?) -> Any {
    switch value {
    case nil: NSNull()
    case let object as JSONObject: object.mapValues(withNull)
    case let array as [Any]: array.map(withNull)
    case let value?: value
    }
}

extension Channel {
    fileprivate var jsonObject: JSONObject {
        var object = placed(name, at: definition)
        object["kind"] = id.kind.rawValue
        object["methods"] = methods.map { method in
            ["name": method.name, "isCalled": isCalled(method), "isProperty": method.kind.isProperty] as JSONObject
        }
        object["senders"] = senders.map(\.jsonObject)
        object["observers"] = observers.map(\.jsonObject)
        object["conformers"] = conformers.map { placed($0.fullName, at: $0.definition) }
        object["notes"] = notes.map { ["kind": $0.kind.rawValue, "text": $0.text] as JSONObject }
        return object
    }
}

extension Use {
    fileprivate var jsonObject: JSONObject {
        var object = placed(occurrence.functionName, at: occurrence)
        object["module"] = module
        object.updateValue(occurrence.function?.typeAround?.fullName, forKey: "in")
        object["how"] = operation.rawValue
        for (role, argument) in argumentTexts { object.updateValue(argument, forKey: "\(role)") }
        if argumentTexts.keys.contains(.userInfo) { object.updateValue(keys, forKey: "userInfo") }
        if let form { object["form"] = form }
        if isSender {
            object["methods"] = methods.map(\.name)
        } else {
            object.updateValue(observer?.fullName, forKey: "type")
            object.updateValue(handled?.map(\.name), forKey: "handles")
            if observesNotification {
                object.updateValue(handlerName, forKey: "handler")
                object["reads"] = keysRead
                object["removals"] = removals
            }
        }
        return object
    }
}

extension InactiveCode {
    fileprivate var jsonObject: JSONObject {
        ["text": text, "file": file.path, "line": line, "condition": condition]
    }
}

extension Unresolved {
    fileprivate var jsonObject: JSONObject {
        var object = placed(name, at: occurrence)
        object["reason"] = reason.rawValue
        return object
    }
}

extension Problem {
    fileprivate var jsonObject: JSONObject {
        var object = placed(name, at: occurrence)
        object["kind"] = kind.rawValue
        object["text"] = text
        return object
    }
}

/// The fields that each object has.
private func placed(_ name: String, at occurrence: Occurrence?) -> JSONObject {
    ["name": name, "file": occurrence?.file.path, "line": occurrence?.place.line]
}
