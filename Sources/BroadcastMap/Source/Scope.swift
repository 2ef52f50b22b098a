import Foundation

/// The code around a call, inside the declaration that it belongs to.
///
/// The index has no local variables and no closures, so this is read from the source.
struct Scope {
    /// What stands before the call, and before each bracket around it, from the innermost on.
    private var levels: [(before: Expression, bracket: String)] = []

    init(around call: Occurrence) {
        var tokens = Tokens(in: call.file, from: call.user?.definition?.offset ?? 0).before(call)
        while let bracket = tokens.last, bracket.range.contains(call.offset) {
            levels.insert((tokens.dropLast(), bracket.text), at: 0)
            tokens = bracket.inside.before(call)
        }
        levels.insert((tokens, ""), at: 0)
    }

    /// Returns what a local constant is.
    func value(of name: String) -> Expression? {
        for before in levels.map(\.before) {
            let words = before.indices.dropLast().filter { before[$0].text == "let" }
            guard let word = words.last(where: { before[$0 + 1].text == name }) else { continue }
            return before[word...].drop { $0.text != "=" }.dropFirst().statement
        }
        return nil
    }

    /// Where the call runs, as far as closures around it say.
    var isolation: Isolation {
        func has(_ code: String, _ pattern: String) -> Bool {
            code.range(of: pattern, options: .regularExpression) != nil
        }
        let hop = #"(\bmain\.(async|asyncAfter|addOperation)|MainActor\.(run|assumeIsolated))( ?\(.*\))?$"#
        for (before, bracket) in levels.dropLast() where bracket.hasPrefix("{") {
            let statement = before[(before.lastIndex(where: \.isAfterLineBreak) ?? before.startIndex)...].code
            if has(statement, hop) || has(bracket, #"^\{\s*@MainActor"#) { return .mainActor }
            if !has(statement, #"\b(if|else|for|while|repeat|switch|do|catch|defer)\b|\bTask$"#) { return .unknown }
        }
        return .caller
    }
}

/// Whether code runs on the main actor, or it runs where the function around it is called.
enum Isolation { case mainActor, caller, unknown }

extension Sequence<Token> {
    fileprivate func before(_ call: Occurrence) -> Expression { prefix { $0.range.lowerBound < call.offset }[...] }
}
