/// A call of a function that takes a channel, as it is written.
struct Call {
    let entry: EntryPoint
    let occurrence: Occurrence
    private(set) var arguments: [Role: Expression]
    var isolation: Isolation
    /// What stands behind the arguments: a closure, or what is done with the result.
    let chain: [Token]
    private let end: Int

    /// Reads what stands at an occurrence, which is `nil` if no call is written there.
    init?(of entry: EntryPoint, at occurrence: Occurrence) {
        var rest = Tokens(at: occurrence)
        guard occurrence.isWrittenCall, let written = rest.arguments(of: entry.function) else { return nil }
        (self.entry, self.occurrence, isolation) = (entry, occurrence, entry.isolation)
        arguments = entry.arguments.compactMapValues {
            switch $0 {
            case .parameter(let position): written[position]
            case .receiver: Tokens.receiver(at: occurrence)
            case .written: nil
            }
        }
        let file = occurrence.file
        chain = rest.prefix {
            ".?!([{".contains($0.text.prefix(1)) || file.bytes[$0.range.lowerBound - 1] == UInt8(ascii: ".")
        }
        end = rest.offset
    }

    /// Returns the code of an argument, which may stand in a function that passes on a channel.
    func code(_ role: Role) -> String? { expression(role)?.code }

    func expression(_ role: Role) -> Expression? {
        switch entry.arguments[role] {
        case .written(let expression): expression
        case .parameter(let position): arguments[role] ?? entry.function.defaultArgument(position)
        case .receiver, nil: arguments[role]
        }
    }

    /// Adds the parts of a notification that the call passes as a value.
    mutating func unpack(_ notification: Token) {
        let parts = notification.arguments(["name", "object", "userInfo"])
        for (role, part) in [(Role.object, parts[1]), (.userInfo, parts[2])] where part != nil {
            arguments[role] = part
        }
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
        // A call may pass a closure alone.
        return token.isList ? token.arguments(function.labels) : function.labels.map { _ in nil }
    }

    /// Returns what a member is called on: names that are joined by dots, with calls and subscripts; none for `self`.
    fileprivate static func receiver(at member: Occurrence) -> Expression {
        let bytes = member.file.bytes
        var (start, depth) = (member.offset - 1, 0)
        guard start > 0, bytes[start] == UInt8(ascii: ".") else { return [] }
        while start > 0,
            depth > 0 || isInName(Unicode.Scalar(bytes[start - 1])) || ".)]!?".utf8.contains(bytes[start - 1])
        {
            start -= 1
            depth += ")]".utf8.contains(bytes[start]) ? 1 : "([".utf8.contains(bytes[start]) ? -1 : 0
        }
        return Tokens(in: member.file, from: start).prefix { $0.range.lowerBound < member.offset - 1 }[...]
    }
}
