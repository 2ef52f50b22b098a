/// A parameter with a label, counted from 0 among those with the same one.
struct Parameter: Hashable {
    let label: String?
    var ordinal = 0

    /// The object that a method belongs to.
    static let receiver = Parameter(label: "self", ordinal: -1)
}

/// What a call says that the index doesn't show.
struct Call {
    private(set) var arguments: [Parameter: [Token]] = [:]
    /// Where the arguments or the trailing closures end.
    private(set) var end: Int
    /// The member of the result that is used, as in `observers(of: P.self).count`.
    let member: String?

    init?(at occurrence: Occurrence) {
        let source = occurrence.file.source
        // A generic type may have arguments between its name and the parenthesis.
        let name = source.tokens(from: occurrence.offset) { !$0.isName && !"<.,:&[]?>".contains($0.text) }
        guard occurrence.isWrittenCall, name.last?.text == "(", let start = name.last?.offset else { return nil }
        end = start
        var element: [Token] = []
        repeat {
            element = source.element(from: end + 1)
            let isLabeled = element.count > 2 && element[0].isName && element[1].text == ":"
            var parameter = Parameter(label: isLabeled ? element[0].text : nil)
            while arguments[parameter] != nil { parameter.ordinal += 1 }
            arguments[parameter] = element.dropFirst(isLabeled ? 2 : 0).dropLast()
            end = element.last?.offset ?? end
        } while element.last?.text == ","
        if source.isCallOfSelf(at: occurrence.offset) { arguments[.receiver] = [Token(text: "self", offset: -1)] }
        var behind = source.tokens(from: end + 1, count: 3)
        member = behind.first?.text == "." ? behind.dropFirst().first?.text : nil
        // The first trailing closure has no label.
        while let brace = behind.first(where: { $0.text == "{" }), behind[0].text == "{" || behind[1].text == ":" {
            end = source.group(from: brace.offset).last?.offset ?? end
            behind = source.tokens(from: end + 1, count: 3)
        }
    }
}

/// The parameters of a function, as its declaration has them.
struct Signature {
    private let function: Occurrence
    private let parameters: [(symbol: Symbol, parameter: Parameter, type: ArraySlice<Token>)]
    /// The names of the parameters of functions inside the function.
    private let inner: [String]

    init?(of symbol: Symbol?) {
        guard let symbol, let function = symbol.definition else { return nil }
        let labels = symbol.name.drop { $0 != "(" }.dropFirst().split(separator: ":").dropLast()
        let all = symbol.members.filter(\.isParameter)
        var ordinals: [Substring: Int] = [:]
        parameters = zip(labels, all).map { label, symbol in
            defer { ordinals[label, default: 0] += 1 }
            let parameter = Parameter(label: label == "_" ? nil : String(label), ordinal: ordinals[label, default: 0])
            let written = symbol.definition.map { function.file.source.element(from: $0.offset) } ?? []
            return (symbol, parameter, written.dropFirst(2).dropLast().prefix { $0.text != "=" })
        }
        inner = all.dropFirst(labels.count).map(\.name)
        self.function = function
    }

    /// Returns the parameter whose type or value is `expression`, and how its type is written.
    func parameter(in expression: [Token]) -> (parameter: Parameter, type: [Token])? {
        guard let first = expression.first else { return nil }
        let found = parameters.first { symbol, _, type in
            if expression.count == 1 { return symbol.name == first.text && !isRebound(first) }
            // `T.self` for a parameter `T.Type`; `M.Channel.self` for a parameter `M` or `M.Type`.
            let type = type.map(\.text).filter { $0 != "sending" }
            return expression.last?.text == "self" && type.first == first.text
                && (type.suffix(2) == [".", "Type"] || type.count == 1 && expression.count == 5)
        }
        return found.map { ($0.parameter, Array($0.type)) }
    }

    /// Whether a local variable, or a parameter of a closure or of an inner function, may have taken the name.
    private func isRebound(_ use: Token) -> Bool {
        let tokens = function.file.source.tokens(from: function.offset) { $0.offset >= use.offset }
        return inner.contains(use.text)
            || tokens.indices.dropFirst(2).dropLast().contains { index in
                guard tokens[index].text == use.text else { return false }
                let (before, behind) = (tokens[index - 1].text, tokens[index + 1].text)
                // `if let name {` keeps the value.
                if ["let", "var"].contains(before) { return !["{", ",", "else"].contains(behind) }
                return ["for", "{"].contains(before) || behind == "in" || before == "(" && tokens[index - 2].text == "{"
            }
    }
}
