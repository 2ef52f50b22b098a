import SwiftSyntax

/// A call of a function that takes a channel.
struct Call {
    let entry: EntryPoint
    private(set) var occurrence: Occurrence
    /// `nil` in Objective-C.
    private(set) var syntax: CallSyntax?
    /// The code of the call, with its arguments.
    private(set) var bytes: Range<Int>
    /// The arguments of the call, or of the functions between it and the library, or their defaults.
    var arguments: [ArgumentRole: Expression]
    /// The parameters that Objective-C code passes on, and the center to which it does.
    var passed: [ArgumentRole: EntryPoint.Argument] = [:]
    var center: Center?

    /// The name that Objective-C code passes.
    private var objectiveCName: String?

    /// The expression that chooses the channel, which Objective-C code doesn't have.
    var channel: Expression { arguments[.channel]! }
    /// The code that chooses the channel, in one line.
    var channelCode: String? { objectiveCName ?? channel.codeOrSelf }
    var file: SourceFile { occurrence.file }

    /// Reads the call at an occurrence, which is `nil` if no call is written there, or it passes no channel.
    init?(of entry: EntryPoint, at occurrence: Occurrence) {
        guard occurrence.roles.contains(.call), let token = occurrence.token,
            let syntax = entry.function.isGetter ? CallSyntax(readingAt: token) : CallSyntax(at: token)
        else { return nil }
        let caller = occurrence.expression(nil)
        // The arguments of callers are known now.
        func bound(_ expression: Expression) -> Expression {
            guard let function = expression.outermostFunction, entry.isDeclared else { return expression }
            return expression.bound(to: CallingContext(of: function, syntax, in: caller))
        }
        func expression(of role: ArgumentRole, _ argument: EntryPoint.Argument) -> Expression? {
            switch argument {
            case .expression(let expression): return bound(expression)
            case .receiver: return occurrence.expression(syntax.receiver)
            case .parameter(let position):
                let labels = entry.function.labels
                // What another module adds to a notification center may have no parameter.
                guard labels.indices.contains(position) else { return nil }
                let passed = syntax.argument(position, of: labels, for: role)
                return passed.map { occurrence.expression($0) } ?? entry.function.defaultArgument(position)
            }
        }
        arguments = entry.arguments.reduce(into: [:]) { $0[$1.key] = expression(of: $1.key, $1.value) }
        if arguments[.channel] == nil { return nil }
        self.entry = entry
        self.occurrence = occurrence
        self.syntax = syntax
        bytes = syntax.syntax.bytes
    }

    /// A message with a name that Objective-C code sends.
    init(of entry: EntryPoint, inObjectiveC bytes: Range<Int>, naming name: String, at occurrence: Occurrence) {
        self.entry = entry
        self.occurrence = occurrence
        self.bytes = bytes
        arguments = [:]
        objectiveCName = name
    }

    /// Reads the call of a local function, which passes its parameters on to another call.
    init?(_ call: Call, by function: LocalFunction, at occurrence: Occurrence) {
        guard let token = occurrence.token, let syntax = CallSyntax(at: token) else { return nil }
        self = call
        self.occurrence = occurrence
        self.syntax = syntax
        bytes = syntax.syntax.bytes
        for (role, argument) in call.arguments {
            guard let position = function.position(in: argument) else { continue }
            let passed = syntax.argument(position, of: function.labels, for: role)
            arguments[role] = (passed ?? function.defaultArgument(position)).map { occurrence.expression($0) }
        }
        if arguments[.channel] == nil { return nil }
    }

    /// Returns the code of an argument, with the call whose closure has the parameter `$0` in it.
    func code(_ role: ArgumentRole) -> String? {
        guard let argument = arguments[role] else { return nil }
        let closure = argument.syntax?.shorthandParameter?.closureOfShorthand
        guard let closure, let syntax = argument.syntax, !syntax.bytes.contains(closure.offset),
            let caller = closure.callAround
        else { return argument.code }
        return "\(argument.code ?? "") of \(caller.calledExpression.codeInLine.shortened)"
    }

    /// The code in which the call may call observers: its closures, those of what is done with its result, and a loop
    /// over it.
    var region: Range<Int> {
        guard let syntax else { return bytes }
        // What it is called on may have closures of its own.
        let next = syntax.receiver?.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)
        let first = next?.offset ?? syntax.syntax.offset
        let last = syntax.query ?? syntax.loopBody ?? syntax.chain
        return first..<last.bytes.upperBound
    }

    /// True if other functions call the one around it.
    var hasCallers: Bool { occurrence.function?.hasCallers == true }
}

extension EntryPoint {
    /// True if a mapped file has the code of the function.
    fileprivate var isDeclared: Bool { function.definition != nil }
}

extension Symbol {
    fileprivate var isGetter: Bool { name.hasPrefix("getter:") }
}

extension CallSyntax {
    /// Returns the argument at the position of a parameter, which may be a trailing closure.
    fileprivate func argument(_ position: Int, of labels: [Substring], for role: ArgumentRole) -> ExprSyntax? {
        arguments(for: labels)[position] ?? (role.isFunction ? trailingClosure(for: labels[position]) : nil)
    }
}

extension ExprSyntax {
    /// A parameter such as `$0` that it names.
    fileprivate var shorthandParameter: DeclReferenceExprSyntax? {
        let tokens = tokens(viewMode: .sourceAccurate)
        return tokens.lazy.compactMap { $0.parent?.as(DeclReferenceExprSyntax.self) }
            .first { $0.shorthandPosition != nil }
    }
}
