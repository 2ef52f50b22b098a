/// A call of a function that takes a channel, as it is written.
struct Call {
    let entry: EntryPoint
    let occurrence: Occurrence
    let arguments: [Role: Expression]
    /// What stands behind the arguments: a closure, or what is done with the result.
    let chain: [Token]
    private let end: Int

    /// Reads what stands at an occurrence, which is `nil` if no call is written there.
    init?(of entry: EntryPoint, at occurrence: Occurrence) {
        var rest = Tokens(at: occurrence)
        if !occurrence.roles.contains(.call) || occurrence.isGenerated { return nil }
        guard let written = rest.arguments(of: entry.function) else { return nil }
        (self.entry, self.occurrence) = (entry, occurrence)
        arguments = entry.arguments.compactMapValues {
            if case .parameter(let position) = $0 { written[position] } else { nil }
        }
        let file = occurrence.file
        chain = rest.prefix {
            ".?!([{".contains($0.text.prefix(1)) || file.bytes[$0.range.lowerBound - 1] == UInt8(ascii: ".")
        }
        end = rest.offset
    }

    /// The code of an argument, which may stand in a function that passes on a channel.
    func code(_ role: Role) -> String? {
        if case .written(let code)? = entry.arguments[role] { return code }
        guard let argument = arguments[role], let first = argument.first, let last = argument.last else { return nil }
        let code = occurrence.file.code(first.range.lowerBound..<last.range.upperBound)
        return code.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Whether it may ask for observers without calling one, as `isEmpty` does.
    ///
    /// It is a use only if it calls a message itself, and not if the statement behind it does.
    var mayBeQuestion: Bool {
        entry.verb == .observers && ["isEmpty", "count", "contains"].contains(chain.dropFirst().first?.text)
    }

    /// The symbols inside the call and what stands behind it.
    var symbols: [Symbol] {
        let end = (mayBeQuestion ? chain.prefix(3) : chain[...]).last?.range.upperBound ?? end
        return occurrence.file.symbols(in: occurrence.offset..<end)
    }
}

extension Tokens {
    /// Reads a call until its closing parenthesis, and returns its arguments in the order of the parameters.
    ///
    /// An argument that the call leaves out is `nil`.
    fileprivate mutating func arguments(of function: Symbol) -> [Expression?]? {
        // A generic type may have arguments between its name and the parenthesis.
        var token = next()
        while let found = token, found.isName || "<.,:&[?>".contains(found.text.first ?? "(") { token = next() }
        guard let token, token.isList || token.text.hasPrefix("{") else { return nil }
        let elements = token.isList ? token.inside.split { $0.text == "," } : []
        var labels = elements.map { $0.dropFirst().first?.text == ":" ? $0[$0.startIndex].text : "_" }[...]
        return function.labels.map { label in
            guard let index = labels.firstIndex(of: String(label)) else { return nil }
            labels = labels[(index + 1)...]
            return elements[index].dropFirst(label == "_" ? 0 : 2)
        }
    }
}
