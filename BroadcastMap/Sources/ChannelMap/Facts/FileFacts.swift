import SwiftSyntax

/// What one walk of a file writes down.
struct FileFacts {
    /// The calls, by the offset where the index puts each: the name of a function, or a bracket.
    var calls: [Int: CallFact] = [:]
    /// The calls of functions inside others.
    var localCalls: [Place: [CallFact]] = [:]
    /// Where a local name is read, and such a function is not called.
    var localMentions: [Place: [Int]] = [:]
    /// What each member that code names is a member of, by the offset of its name.
    var members: [Int: Fact] = [:]
    var functions: [Owner: FunctionFact] = [:]
    var locals: [Place: LocalFact] = [:]
    var properties: [Symbol: PropertyFact] = [:]
    /// What code assigns to properties, by the offset of the name of each.
    var stores: [Int: Fact] = [:]
    var closures: [Place: ClosureFact] = [:]
}

/// A call that is written in a file.
struct CallFact {
    let invocation: Invocation
    let owner: Owner?
    /// The code of the call, with its arguments.
    let bytes: Range<Int>
    /// What is done with its result, which isn't read in Objective-C.
    var chain: CallChain?
    /// True if code of Objective-C drops its result.
    var dropsObjectiveCResult = false

    /// The code in which it may call observers: its closures, those of what is done with its result, or a loop over it.
    var region: Range<Int> { chain?.region ?? bytes }
}

struct FunctionFact {
    let owner: Owner
    let parameters: [ParameterFact]
    let result: TypeFact?
    var returns: [Fact] = []
}

struct ParameterFact {
    let label: String
    let type: TypeFact
    let isFunction: Bool
    let isVariadic: Bool
    /// True for `some Hashable`, and for a generic parameter.
    let isGeneric: Bool
    /// What it is if the caller leaves it out.
    let standard: Argument?
}

struct LocalFact {
    var values: [Fact] = []
    var type: TypeFact?
    /// True if code may change it, so that nothing is known of what it is.
    var isVariable = false
}

/// A property, or a global variable.
struct PropertyFact {
    let value: Fact?
    var type: TypeFact?
    var isConstant = true
    /// The owner of the getter, if the property is computed.
    var getter: Owner?
    var hasWrapper = false
}

struct ClosureFact {
    let bytes: Range<Int>
    /// The types of the parameters, as far as they are written.
    var parameters: [TypeFact?]
    let owner: Owner?
    /// The call that it is an argument of.
    var call: Place?
    var returns: [Fact] = []
    /// True if its code names the `self` outside of it, and retains that.
    var mentionsSelf = false
}

/// What code does with the result of a call, such as `.isEmpty`, `.forEach { … }`, or the operators of a publisher.
struct CallChain {
    let call: Syntax

    init(of call: Syntax) { self.call = call }

    /// Finds what code does with a property where it reads that.
    init?(readingAt token: TokenSyntax) {
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
    var links: [Syntax] {
        var last = call
        return call.ancestors.prefix { next in
            defer { last = next }
            return next.operand?.id == last.id
        }
    }

    /// The last part of the chain.
    var last: Syntax { links.last ?? call }

    /// The name of the constant or the property that keeps the result.
    var variable: TokenSyntax? {
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
