import SwiftSyntax

/// The isolation of code: the actor on which it runs, as far as that is known.
enum Isolation {
    case mainActor
    /// The isolation of the caller of the function around the code.
    case caller
    /// In a closure or a nested function that may be called anywhere, or not on the main actor.
    case unknown
}

extension Syntax {
    /// Returns the isolation of this code of a declaration, as far as the closures and the functions around it say.
    func isolation(in declaration: Syntax?) -> Isolation {
        for syntax in ancestors.prefix(while: { $0 != declaration }) {
            let isolation: Isolation
            if let closure = syntax.as(ClosureExprSyntax.self) {
                isolation = closure.isolation
            } else if let function = syntax.as(FunctionDeclSyntax.self) {
                isolation = function.attributes.haveMainActor ? .mainActor : .unknown
            } else {
                isolation = .caller
            }
            if isolation != .caller { return isolation }
        }
        return .caller
    }
}

extension ClosureExprSyntax {
    fileprivate var isolation: Isolation {
        if signature?.attributes.haveMainActor == true { return .mainActor }
        let call = ancestor(FunctionCallExprSyntax.self) { !$0.is(CodeBlockItemSyntax.self) }
        let path = call?.calledExpression.path ?? []
        switch path.suffix(2) {
        case ["main", "async"], ["main", "asyncAfter"], ["main", "addOperation"]: return .mainActor
        case ["MainActor", "run"], ["MainActor", "assumeIsolated"]: return .mainActor
        default:
            if call?.isOnMainQueue == true { return .mainActor }
            return path == ["Task"] ? .caller : .unknown
        }
    }
}

extension FunctionCallExprSyntax {
    /// True if it calls its closures on the main queue: by its argument, or by the last scheduler of a publisher before
    /// it.
    fileprivate var isOnMainQueue: Bool {
        if let queue = arguments.first(where: { $0.label?.name == "queue" }) { return queue.isMainQueue }
        let calls = sequence(first: self) { call in
            call.calledExpression.as(MemberAccessExprSyntax.self)?.base?.as(FunctionCallExprSyntax.self)
        }
        return calls.lazy.compactMap(\.scheduler).first?.isMainQueue == true
    }

    /// The scheduler on which an operator of a publisher delivers.
    fileprivate var scheduler: LabeledExprSyntax? {
        guard CallSyntax.schedulingOperators.contains(calledExpression.lastName?.text ?? "") else { return nil }
        return arguments.first { ["on", "scheduler"].contains($0.label?.name) }
    }
}

extension LabeledExprSyntax {
    fileprivate var isMainQueue: Bool { expression.path.last == "main" }
}

extension AttributeListSyntax {
    var haveMainActor: Bool {
        contains { element in
            guard case .attribute(let attribute) = element else { return false }
            return attribute.attributeName.trimmedDescription == "MainActor"
        }
    }
}
