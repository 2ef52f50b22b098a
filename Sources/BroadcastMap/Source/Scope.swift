/// The code around a call, inside the declaration that it belongs to.
///
/// Local variables and closures aren't in the index, so this is read from the source.
struct Scope {
    /// The brackets around the call, from the outermost on.
    private var brackets: [Token] = []
    /// What stands before each of them, and at last before the call.
    private var code: [Expression] = []
    private let call: Occurrence

    init(around call: Occurrence) {
        self.call = call
        var tokens = Tokens(in: call.file, from: call.user?.definition?.offset ?? 0).prefix {
            $0.range.lowerBound < call.offset
        }[...]
        while let bracket = tokens.last, bracket.range.contains(call.offset), !bracket.inside.isEmpty {
            brackets.append(bracket)
            code.append(tokens.dropLast())
            tokens = bracket.inside.prefix { $0.range.lowerBound < call.offset }
        }
        code.append(tokens)
    }

    /// Returns what a constant or the variable of a loop may be, which is empty if that isn't written as a list.
    func values(of name: String) -> [Expression]? {
        for (depth, code) in code.enumerated().reversed() {
            let names = code.indices.dropLast().filter { ["let", "for"].contains(code[$0].text) }
            if let binding = names.last(where: { code[$0 + 1].text == name }) {
                let isLoop = code[binding].text == "for"
                let value = code[binding...].drop { $0.text != (isLoop ? "in" : "=") }.dropFirst()
                return isLoop ? value.first?.elements ?? [] : [value.statement]
            }
            guard depth > 0, brackets[depth - 1].text.hasPrefix("{") else { continue }
            let parameter = brackets[depth - 1].inside.prefix(2).texts
            if name == "$0" || parameter == [name, "in"] {
                let caller = self.code[depth - 1]
                return caller.suffix(2).texts == [".", "forEach"] ? caller.dropLast(2).last?.elements ?? [] : []
            }
        }
        return nil
    }

    /// Where the call runs, as far as closures around it say.
    var isolation: Isolation {
        let calls = [
            "DispatchQueue.main.async", "DispatchQueue.main.asyncAfter", "OperationQueue.main.addOperation",
            "MainActor.run", "MainActor.assumeIsolated",
        ]
        for depth in brackets.indices.dropFirst(call.user == nil ? 0 : 1).reversed() {
            guard brackets[depth].text.hasPrefix("{") else { continue }
            let isArgument = depth > 0 && brackets[depth - 1].isList
            let before = code[isArgument ? depth - 1 : depth]
            let callee = before.filter { !$0.isList }.texts.suffix(5).joined()
            let isHop = brackets[depth].inside.prefix(2).texts == ["@", "MainActor"]
            if isHop || calls.contains(where: callee.hasSuffix) { return .mainActor }
            let words = before[(before.lastIndex(where: \.isAfterLineBreak) ?? before.startIndex)...].texts
            let isPlain = ["if", "else", "for", "while", "repeat", "switch", "do", "catch", "defer"]
                .contains(where: words.contains)
            if isArgument || !isPlain && words.last != "Task" { return .unknown }
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
