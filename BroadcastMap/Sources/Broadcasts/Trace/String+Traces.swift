import Foundation
import MapBase

extension String {
    /// The name of a type as maps and traces have in common: without generic arguments, and without what a type is
    /// declared in other than types.
    ///
    /// A map has `Row #1 in App.List.fill() -> ()`, where a trace has `App.List.Row`.
    var tracedName: String {
        let types = withoutArguments.components(separatedBy: " & ").map(\.ofOneType)
        return types.filter { $0 != "Swift.AnyObject" }.sorted().joined(separator: " & ")
    }

    private var ofOneType: String {
        let local = #"^\(?(\S+) #\d+ in (?:static )?(.*?)\.[^.(]+\(.*?(\)\.\S+)?$"#
        let other = #"^any |\(extension in [^)]+\):"#
        return replacingOccurrences(of: local, with: "$2.$1$3", options: .regularExpression)
            .replacingOccurrences(of: ").", with: ".")
            .replacingOccurrences(of: other, with: "", options: .regularExpression)
    }

    /// The text without what is in angle brackets.
    private var withoutArguments: String {
        var depth = 0
        var text = ""
        var previous: Character?
        for character in self {
            let isArrow = character == ">" && previous == "-"
            previous = character
            if character == "<" { depth += 1 }
            if depth == 0 { text.append(character) }
            if character == ">", !isArrow, depth > 0 { depth -= 1 }
        }
        return text
    }
}
