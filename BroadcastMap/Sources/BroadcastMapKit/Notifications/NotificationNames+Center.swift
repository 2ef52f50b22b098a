import SwiftSyntax

extension NotificationNames {
    /// Returns the identity of an object: `nil`, or the constant that creates it and is never assigned again.
    func objectIdentity(of object: Expression?) -> String? {
        guard let object else { return nil }
        let values = evaluator.askingCallers { evaluator.values(of: object) }
        guard values.count == 1, let value = values[0].expression else { return nil }
        if value.syntax?.is(NilLiteralExprSyntax.self) == true { return "nil" }
        guard let constant = values[0].path.last?.constant, constant.kind != .instanceProperty, !constant.isReassigned,
            value.symbols.contains(where: \.isInitializer)
        else { return nil }
        return constant.usr
    }

    /// Returns the center of a call, or `nil` if it is the default one.
    func center(of call: Call) -> Center? {
        guard let written = call.arguments[.center], !(written.isReceiver && written.context == nil) else { return nil }
        let centers = evaluator.askingCallers { evaluator.values(of: written) }
        let origins = centers.map { value -> String? in
            guard let center = value.expression, let name = center.name?.text else { return nil }
            let path = center.syntax?.path ?? []
            if name == "default", path.first != "DistributedNotificationCenter" { return Center.default }
            if ["default()", "default"].contains(name) { return path.joined(separator: ".") }
            // One that a property creates.
            let isCreated = center.syntax?.is(FunctionCallExprSyntax.self) == true && name == "NotificationCenter"
            return isCreated ? value.path.last.map { $0.constant.usr } : nil
        }
        if origins.isEmpty || origins.allSatisfy({ $0 == Center.default }) { return nil }
        guard let code = written.code, !code.hasPrefix("NotificationQueue") else { return nil }
        return Center(code: code, identity: origins.count == 1 ? origins[0] : nil)
    }
}

extension ObjectiveCMessage {
    /// Returns the center that code of a function sends it to, or `nil` if that is the default one.
    func center(in function: Symbol?) -> Center? {
        let value = receiver.localValue(in: function) ?? receiver
        let isDefault = value.file.symbols(in: value.bytes).contains(where: \.isDefaultCenter)
        let isDistributed = value.code.contains("DistributedNotificationCenter")
        return isDefault
            ? nil
            : Center(code: receiver.code, identity: isDistributed ? "DistributedNotificationCenter.default" : nil)
    }
}

extension Symbol {
    /// True if Objective-C code gets the default center or the default queue with it.
    fileprivate var isDefaultCenter: Bool {
        usr.hasPrefix("c:objc(cs)NSNotification") && usr.components(separatedBy: ")").last?.hasPrefix("default") == true
    }
}
