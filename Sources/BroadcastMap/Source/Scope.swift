import Foundation

/// The code around a call, inside the declaration that it belongs to.
///
/// The index has no local variables and no closures, so this is read from the source.
struct Scope {
    /// What stands before the call, and before each bracket around it, from the innermost on.
    private var levels: [(before: Expression, bracket: String)] = []

    init(around call: Occurrence) {
        func start(_ tokens: some Sequence<Token>) -> Expression {
            tokens.prefix { $0.range.lowerBound < call.offset }[...]
        }
        var tokens = start(Tokens(in: call.file, from: call.user?.definition?.offset ?? 0))
        while let bracket = tokens.last, bracket.range.contains(call.offset) {
            levels.insert((tokens.dropLast(), bracket.text), at: 0)
            tokens = start(bracket.inside)
        }
        levels.insert((tokens, ""), at: 0)
    }

    /// Returns what a constant or the variable of a loop may be, which is empty if that isn't a list.
    func values(of name: String) -> [Expression]? {
        for before in levels.map(\.before) {
            let names = before.indices.dropLast().filter { before[$0 + 1].text == name }
            guard let word = names.last(where: { ["let", "for"].contains(before[$0].text) }) else { continue }
            let isLoop = before[word].text == "for"
            let value = before[word...].drop { $0.text != (isLoop ? "in" : "=") }.dropFirst()
            return isLoop ? value.first?.elements ?? [] : [value.statement]
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

/// Whether code runs on the main actor.
enum Isolation {
    case mainActor, unknown
    /// It runs where the function around it is called.
    case caller
}
