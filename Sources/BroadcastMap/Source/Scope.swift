import Foundation

/// The code around a call, inside the declaration that it belongs to.
///
/// The index has no local variables and no closures, so this is read from the source.
struct Scope {
    /// What stands before the call, and before each bracket around it, from the innermost on.
    private var levels: [(before: Expression, bracket: Token?)] = []

    init(around call: Occurrence) {
        func start(_ tokens: some Sequence<Token>) -> Expression {
            tokens.prefix { $0.range.lowerBound < call.offset }[...]
        }
        var tokens = start(Tokens(in: call.file, from: call.user?.definition?.offset ?? 0))
        while let bracket = tokens.last, bracket.range.contains(call.offset) {
            levels.insert((tokens.dropLast(), bracket), at: 0)
            tokens = start(bracket.inside)
        }
        levels.insert((tokens, nil), at: 0)
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
        for (before, bracket) in levels.dropLast() where bracket?.text.hasPrefix("{") == true {
            let line = before[(before.lastIndex(where: \.isAfterLineBreak) ?? before.startIndex)...].code
            func ends(in pattern: String) -> Bool { line.range(of: pattern, options: .regularExpression) != nil }
            let isHop = ends(
                in: #"(\bmain\.(async|asyncAfter|addOperation)|MainActor\.(run|assumeIsolated))( ?\(.*\))?$"#)
            if isHop || bracket?.inside.prefix(2).texts == ["@", "MainActor"] { return .mainActor }
            if !ends(in: #"\b(if|else|for|while|repeat|switch|do|catch|defer)\b|\bTask$"#) { return .unknown }
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
