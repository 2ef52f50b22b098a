import SwiftSyntax

/// The mistakes that the call of an observer shows.
extension BroadcastRules {
    /// The functions that are called each time something appears, or is laid out.
    private static let repeatedFunctions: Set = [
        "viewWillAppear", "viewIsAppearing", "viewDidAppear", "viewWillLayoutSubviews", "viewDidLayoutSubviews",
        "layoutSubviews", "updateConstraints", "prepareForReuse", "draw", "body",
    ]
    /// The modifiers of a view whose closures are called each time it appears.
    private static let repeatedModifiers: Set = ["onAppear", "task"]

    func mistakes(in use: OpenUse) -> [Problem.Kind] {
        // What a helper does with an argument isn't seen at its caller.
        guard use.wrappers.isEmpty, use.occurrence.file.isSwift else { return [] }
        switch use.operation {
        case .register: return registersNewObject(use) ? [.releasedObserver] : []
        case .observe where use.roles[.observer] != nil:
            return (retainsOwner(use) ? [.retainedOwner] : []) + (isRepeated(use) ? [.observedAgain] : [])
        case .messages: return isLate(use) ? [.lateLoop] : []
        default: return []
        }
    }

    /// Returns true if the observer is an object that the call creates, because registering doesn't retain it.
    private func registersNewObject(_ use: OpenUse) -> Bool {
        guard let observer = use.roles[.observer], case .call(let call) = observer.value,
            observer.code.syntax?.value.is(FunctionCallExprSyntax.self) == true
        else { return false }
        return call.created?.symbols.first?.kind == .class
    }

    /// Returns true if the closure of an owner mentions `self` although that isn't its first parameter.
    private func retainsOwner(_ use: OpenUse) -> Bool {
        guard case .receiver? = use.roles[.observer]?.value, case .closure(let place)? = use.roles[.block]?.value
        else { return false }
        return store.closure(place)?.mentionsSelf == true
    }

    /// Returns true if each call of the code around `observe` adds a closure.
    private func isRepeated(_ use: OpenUse) -> Bool {
        let closures = use.call.chain?.closureOwners ?? []
        let function = use.occurrence.function?.propertyOrSelf.baseName
        let isRepeated =
            closures.isEmpty
            ? function.map(Self.repeatedFunctions.contains) == true
            : closures.contains(where: Self.repeatedModifiers.contains)
        // Code that asks first may do it once, and the closure of an owner that is new each time ends with that.
        return isRepeated && use.call.chain?.isConditional == false && !isNew(use.roles[.observer]!.value)
    }

    private func isNew(_ owner: Fact) -> Bool {
        guard case .local = owner, case .call(let call)? = resolver.values(of: owner).only else { return false }
        return call.created != nil
    }

    /// Returns true if a loop is registered only when its task runs, unless code of the task sends after that.
    private func isLate(_ use: OpenUse) -> Bool {
        guard let chain = use.call.chain, let task = chain.closureOwners.first else { return false }
        return ["Task", "addTask"].contains(task) && !chain.isUsedLater
    }
}

extension CallChain {
    /// The functions that take the closures around the call, from the innermost on.
    fileprivate var closureOwners: [String] {
        call.ancestors.compactMap { $0.as(ClosureExprSyntax.self)?.callAround?.calledExpression }.map { called in
            let name = called.lastName?.text ?? ""
            // `Task.detached` is a task, too, but an immediate one starts where it is created.
            return called.path.first == "Task" && !name.hasPrefix("immediate") ? "Task" : name
        }
    }

    /// True if a constant or a property keeps the result, and code comes before a loop over it.
    fileprivate var isUsedLater: Bool {
        let statement = last.ancestors.lazy.compactMap { $0.as(CodeBlockItemSyntax.self) }.first
        guard variable != nil, let block = statement?.parent?.as(CodeBlockItemListSyntax.self) else { return false }
        let next = block.drop { $0.id != statement?.id }.dropFirst().first
        return next?.item.is(ForStmtSyntax.self) != true
    }

    /// True if a condition decides whether the call runs, in the closure or the function around it.
    fileprivate var isConditional: Bool {
        let isBody = { (node: Syntax) in node.is(ClosureExprSyntax.self) || node.isProtocol(DeclSyntaxProtocol.self) }
        for node in call.ancestors.prefix(while: { !isBody($0) }) {
            if [.ifExpr, .switchExpr, .ternaryExpr].contains(node.kind) { return true }
            // A statement before it may leave the block.
            guard let statement = node.as(CodeBlockItemSyntax.self),
                let block = statement.parent?.as(CodeBlockItemListSyntax.self)
            else { continue }
            let leaves: Set<Keyword> = [.return, .throw, .break, .continue]
            let before = block.prefix { $0.id != statement.id }
            if before.contains(where: {
                $0.item.is(GuardStmtSyntax.self)
                    || $0.item.is(ExpressionStmtSyntax.self)
                        && $0.tokens(viewMode: .sourceAccurate).contains { token in
                            if case .keyword(let word) = token.tokenKind { return leaves.contains(word) }
                            return ["fatalError", "preconditionFailure"].contains(token.text)
                        }
            }) {
                return true
            }
        }
        return false
    }
}
