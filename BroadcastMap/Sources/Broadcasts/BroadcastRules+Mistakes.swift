import MapBase
import SwiftSyntax

/// The mistakes that the call of an observer shows.
extension BroadcastRules {
    /// The functions that are called each time something appears, or is laid out.
    private static let repeatedFunctions: Set = [
        "viewWillAppear", "viewIsAppearing", "viewDidAppear", "viewWillLayoutSubviews", "viewDidLayoutSubviews",
        "layoutSubviews", "updateConstraints", "prepareForReuse", "draw", "body",
    ]

    func mistakes(in use: OpenUse) -> [Problem.Kind] {
        // What a helper does with an argument isn't seen at its caller.
        guard use.wrappers.isEmpty, use.occurrence.file.isSwift else { return [] }
        switch use.operation {
        case .register: return registersNewObject(use) ? [.releasedObserver] : []
        case .observe where use.roles[.observer] != nil:
            return (retainsOwner(use) ? [.retainedOwner] : []) + (isRepeated(use) ? [.observedAgain] : [])
        case .messages: return use.call.chain?.closureOwners.first == "Task" ? [.lateLoop] : []
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

    private func isRepeated(_ use: OpenUse) -> Bool {
        if use.call.chain?.closureOwners.contains("onAppear") == true { return true }
        guard let function = use.occurrence.function else { return false }
        return Self.repeatedFunctions.contains(function.propertyOrSelf.baseName)
    }
}
