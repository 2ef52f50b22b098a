import Foundation

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
        if !occurrence.roles.contains(.call) || occurrence.isGenerated { return nil }
        guard var written = rest.arguments(of: entry.function) else { return nil }
        written.append(Tokens.receiver(of: occurrence))
        (self.entry, self.occurrence, isolation) = (entry, occurrence, entry.isolation)
        arguments = entry.arguments.compactMapValues {
            if case .parameter(let position) = $0 { written[position] } else { nil }
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
        case nil: arguments[role]
        }
    }

    /// Adds the parts of a notification that the call passes as a value.
    mutating func unpack(_ notification: Token) {
        for role in [Role.object, .userInfo] {
            arguments[role] = notification.arguments(["\(role)"])[0] ?? arguments[role]
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
        return token.arguments(function.labels)
    }

    /// Returns what a member is called on, which is empty for `self`.
    fileprivate static func receiver(of member: Occurrence) -> Expression {
        let file = member.file
        let line = file.code(file.offset(line: member.place.line, column: 1)..<member.offset)
        let receiver = line.range(of: #"[\w.]+(\([^()]*\))?\.$"#, options: .regularExpression).map { line[$0] } ?? ""
        let tokens = Tokens(in: file, from: member.offset - receiver.utf8.count)
        return tokens.prefix { $0.range.lowerBound < member.offset - 1 }[...]
    }
}
