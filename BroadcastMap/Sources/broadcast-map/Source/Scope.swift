import Foundation

/// The code around a call, inside the declaration that it belongs to.
///
/// The index has no local variables and no closures, so this is read from the source.
struct Scope {
    /// What stands before the call, and before each bracket around it, from the innermost on.
    private var levels: [(before: Expression, bracket: String)] = []
    private let user: Symbol?

    init(around call: Occurrence) {
        user = call.user
        var tokens = Tokens(in: call.file, from: call.user?.definition?.offset ?? 0).before(call)
        while let bracket = tokens.last, bracket.range.contains(call.offset) {
            levels.insert((tokens.dropLast(), bracket.text), at: 0)
            tokens = bracket.inside.before(call)
        }
        levels.insert((tokens, ""), at: 0)
    }

    /// Returns what an argument is if it names a local constant.
    func value(of argument: Written) -> Written? {
        guard argument.isName, argument.function == user else { return nil }
        let name = argument.expression.texts
        // A parameter of a closure may have taken the name.
        let visible = levels.lazy.map(\.before).prefix { ![name + [","], name + ["in"]].contains($0.prefix(2).texts) }
        let values = visible.compactMap { before in
            let word = before.indices.dropLast().last { before[$0].text == "let" && before[$0 + 1].text == name[0] }
            let line = word.map { before[($0 + 1)...].prefix { !$0.isAfterLineBreak && $0.text != "," } }
            return line?.firstIndex { $0.text == "=" }.map { before[($0 + 1)...].statement }
        }
        return values.first { $0.texts != name }.map { Written(expression: $0, function: user) }
    }

    /// Where the call runs, as far as closures around it say.
    var isolation: Isolation {
        let hop = #"\bmain\.(async|asyncAfter|addOperation)\b.*|MainActor\.(run|assumeIsolated)|.*\{\s*@MainActor"#
        let plain = #"\b(if|else|for|while|repeat|switch|do|catch|defer)\b|\bTask ?\{"#
        for (before, bracket) in levels.dropLast() where bracket.hasPrefix("{") {
            let start = before.lastIndex(where: \.isAfterLineBreak) ?? before.startIndex
            let line = before[start...].code + bracket.prefix(20)
            let has = { (pattern: String) in line.range(of: pattern, options: .regularExpression) != nil }
            if has(hop) { return .mainActor }
            if !has(plain) { return .unknown }
        }
        return .caller
    }
}

/// Whether code runs on the main actor, or it runs where the function around it is called.
enum Isolation { case mainActor, caller, unknown }

extension Sequence<Token> {
    fileprivate func before(_ call: Occurrence) -> Expression { prefix { $0.range.lowerBound < call.offset }[...] }
}
