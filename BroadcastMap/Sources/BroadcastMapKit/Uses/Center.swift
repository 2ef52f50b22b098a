import SwiftSyntax

/// A notification center other than the default one.
struct Center: Hashable {
    /// How code names it.
    let code: String
    /// The constant or the property that creates the center, if that is known: two centers that differ never meet.
    let identity: String?

    static let `default` = "NotificationCenter.default"

    /// True if it delivers on the main thread of each process that observes.
    var isDistributed: Bool { [code, identity ?? ""].contains { $0.contains("DistributedNotificationCenter") } }
}

extension Use {
    /// The identity of its center, if that is known.
    var centerIdentity: String? { center == nil ? Center.default : center?.identity }

    /// Returns false if another use is at a center that is known to be another one.
    func mayMeet(_ other: Use) -> Bool {
        guard let centerIdentity, let otherIdentity = other.centerIdentity else { return true }
        return centerIdentity == otherIdentity
    }
}

extension NotificationNames {
    /// Returns the center of a call, or `nil` if it is the default one.
    func center(of call: Call) -> Center? {
        guard let written = call.arguments[.center], !(written.isReceiver && written.context == nil) else { return nil }
        let origins = completeEvaluator.values(of: written).map { value -> String? in
            guard case .expression(let center) = value.kind, let name = center.name?.text else { return nil }
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
    /// True if code of Objective-C gets the default center or the default queue with it.
    fileprivate var isDefaultCenter: Bool {
        usr.hasPrefix("c:objc(cs)NSNotification") && usr.components(separatedBy: ")").last?.hasPrefix("default") == true
    }
}
