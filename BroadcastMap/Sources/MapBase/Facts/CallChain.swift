import SwiftSyntax

/// What code does with the result of a call, such as `.isEmpty`, `.forEach { … }`, or the operators of a publisher.
package struct CallChain {
    package let call: Syntax

    package init(of call: Syntax) { self.call = call }

    /// Finds what code does with a property where it reads that.
    package init?(readingAt token: TokenSyntax) {
        guard let name = token.parent?.as(DeclReferenceExprSyntax.self) else { return nil }
        call = Syntax(name.withBase)
    }

    /// Where the code is that may call observers: after what it is called on, which may have closures of its own, until
    /// the end of the chain, or of a loop over the result.
    var region: Range<Int> {
        let member = call.as(FunctionCallExprSyntax.self)?.calledExpression.as(MemberAccessExprSyntax.self)
        return (member?.period.offset ?? call.offset)..<(loopBody ?? last).bytes.upperBound
    }

    /// The body of a loop over the result.
    var loopBody: Syntax? { last.ancestor(ForStmtSyntax.self) { $0.is(ExprSyntax.self) }.map { Syntax($0.body) } }

    /// The member, calls and subscripts after the call, each with what precedes it.
    package var links: [Syntax] {
        var last = call
        return call.ancestors.prefix { next in
            defer { last = next }
            return next.operand?.id == last.id
        }
    }

    /// The last part of the chain.
    package var last: Syntax { links.last ?? call }

    /// The name of the constant or the property that keeps the result.
    package var variable: TokenSyntax? {
        last.parent?.parent?.as(PatternBindingSyntax.self)?.pattern.as(IdentifierPatternSyntax.self)?.identifier
    }
}

extension Syntax {
    /// The expression that a postfix expression begins with.
    fileprivate var operand: ExprSyntax? {
        switch self.as(SyntaxEnum.self) {
        case .memberAccessExpr(let member): member.base
        case .functionCallExpr(let call): call.calledExpression
        case .subscriptCallExpr(let call): call.calledExpression
        case .optionalChainingExpr(let chaining): chaining.expression
        case .forceUnwrapExpr(let unwrapping): unwrapping.expression
        default: nil
        }
    }
}
