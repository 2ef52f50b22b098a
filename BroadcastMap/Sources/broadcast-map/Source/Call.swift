import Foundation

/// A call of a function that takes a channel, as it is written.
struct Call {
    let entry: EntryPoint
    let occurrence: Occurrence
    var channel: Written { arguments[.channel]! }
    /// What the call passes, or the functions between it and the library, or their default arguments.
    private(set) var arguments: [Role: Written]
    var isolation: Isolation
    /// What stands behind the arguments: a closure, or what is done with the result.
    let chain: [Token]
    /// The place of the call, with what stands behind the arguments.
    let range: Range<Int>

    /// Reads what stands at an occurrence, which is `nil` if no call is written there.
    init?(of entry: EntryPoint, at occurrence: Occurrence) {
        var rest = Tokens(at: occurrence)
        if !occurrence.roles.contains(.call) || occurrence.isGenerated { return nil }
        guard let expressions = rest.arguments(of: entry.function) else { return nil }
        (self.entry, self.occurrence, isolation) = (entry, occurrence, entry.isolation)
        arguments = entry.arguments.compactMapValues {
            switch $0 {
            case .written(let argument): argument
            case .parameter(let position):
                (position < expressions.count ? expressions[position] : Tokens.receiver(of: occurrence))
                    .map { Written(expression: $0, function: occurrence.user) }
                    ?? entry.function.defaultArgument(position)
            }
        }
        if arguments[.channel] == nil { return nil }
        for (role, argument) in arguments where [.channel, .observer].contains(role) && argument.isName {
            arguments[role] = Scope(around: occurrence).value(of: argument) ?? argument
        }
        let file = occurrence.file
        let chain = rest.prefix {
            ".?!([{".contains($0.text.prefix(1)) || file.bytes[$0.range.lowerBound - 1] == UInt8(ascii: ".")
        }
        let question = entry.verb == .observers ? Self.questions[chain.dropFirst().first?.text ?? ""] : nil
        (self.chain, mayBeQuestion) = (chain, question != nil)
        range = occurrence.offset..<(chain.prefix(question ?? .max).last?.range.upperBound ?? rest.offset)
    }

    /// What asks for observers, and how many tokens it has with its dot and its closure.
    private static let questions = ["isEmpty": 2, "count": 3, "contains": 3]

    /// Whether it asks for observers, unless it calls a message itself, as the closure of `contains` may.
    let mayBeQuestion: Bool

    /// Returns the code of an argument.
    func code(_ role: Role) -> String? { arguments[role]?.expression.code }

    /// Adds the parts of a notification that the call passes as a value.
    mutating func unpack(_ notification: Token) {
        for role in [Role.object, .userInfo] {
            let part = notification.arguments(["\(role)"])[0]
            arguments[role] = part.map { Written(expression: $0, function: occurrence.user) } ?? arguments[role]
        }
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
        let code = member.file.code(Swift.max(0, member.offset - 300)..<member.offset)
        let dots = #"(\.?\w+(\([^()]*\))?\s*)(\.\w+(\([^()]*\))?\s*)*\.$"#
        let receiver = code.range(of: dots, options: .regularExpression).map { code[$0] } ?? ""
        let tokens = Tokens(in: member.file, from: member.offset - receiver.utf8.count)
        return tokens.prefix { $0.range.lowerBound < member.offset - 1 }[...]
    }
}
