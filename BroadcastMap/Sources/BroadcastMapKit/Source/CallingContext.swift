import SwiftSyntax

/// A call of a function, which says what its parameters and its `self` are.
///
/// A function has several callers, so what its code names is known only together with one of them.
final class CallingContext {
    /// The object that the function is called on: the `self` of its code.
    let receiver: Expression
    /// Where the caller calls it.
    let place: Place
    private let parameters: FunctionParameterListSyntax?
    /// The expressions that are passed for each parameter: several for a variadic one, none if the default is used.
    private let arguments: [[Expression]]
    private let hash: Int

    struct Place: Hashable {
        let file: SourceFile
        let offset: Int
    }

    private init(
        at place: Place, receiver: Expression, parameters: FunctionParameterListSyntax?, arguments: [[Expression]]
    ) {
        self.place = place
        self.receiver = receiver
        self.parameters = parameters
        self.arguments = arguments
        // Computed once, because each expression in the code has the call.
        var hasher = Hasher()
        hasher.combine(receiver)
        hasher.combine(arguments)
        hash = hasher.finalize()
    }

    /// A call of `declaration`, whose code the caller has.
    convenience init(of declaration: Symbol, _ call: CallSyntax, in caller: Expression) {
        let parameters = declaration.parameterList
        let passed = parameters.map { call.arguments(for: $0) } ?? []
        // An initializer is called on what it creates.
        let creation = declaration.isInitializer ? call.syntax.as(FunctionCallExprSyntax.self) : nil
        let receiver = creation.map { ExprSyntax($0) } ?? call.receiver
        self.init(
            at: Place(file: caller.file, offset: call.syntax.bytes.upperBound),
            receiver: caller.with(optional: receiver), parameters: parameters,
            arguments: passed.map { $0.map { caller.with($0) } })
    }

    /// The getter of a property, where an expression names it.
    convenience init(ofGetterOn receiver: Expression, named name: Expression) {
        let place = Place(file: name.file, offset: name.name?.offset ?? 0)
        self.init(at: place, receiver: receiver, parameters: nil, arguments: [])
    }

    /// What the caller passes: the receiver and the arguments.
    var passed: [[Expression]] { [[receiver]] + arguments }

    /// Returns what is passed for a parameter, which is empty if its default is used, or `nil` for one of other code.
    func arguments(for parameter: FunctionParameterSyntax) -> [Expression]? {
        guard let parameters, parameter.parent?.id == parameters.id,
            let position = parameters.firstIndex(of: parameter)
        else { return nil }
        return arguments[parameters.distance(from: parameters.startIndex, to: position)]
    }

    /// How many calls it consists of.
    var depth: Int { (receiver.context?.depth ?? 0) + 1 }

    /// Returns the same call by a function for which a call is known as well.
    func bound(to caller: CallingContext) -> CallingContext {
        CallingContext(
            at: place, receiver: receiver.bound(to: caller), parameters: parameters,
            arguments: arguments.map { $0.map { $0.bound(to: caller) } })
    }
}

extension CallingContext: Hashable {
    static func == (left: CallingContext, right: CallingContext) -> Bool {
        left === right
            || left.hash == right.hash && left.receiver == right.receiver && left.arguments == right.arguments
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}

extension Expression {
    /// Returns the same code, in a call of the function around it, or of the function that calls that one.
    func bound(to caller: CallingContext) -> Expression {
        var expression = self
        expression.context = context?.bound(to: caller) ?? caller
        return expression
    }

    /// The function whose callers decide what it is: the one around it, or the outermost one that calls that.
    var outermostFunction: Symbol? { context.map(\.receiver.outermostFunction) ?? function }
}
