import Foundation

/// What Foundation declares, on Linux and on Apple's platforms.
extension Symbol {
    /// Whether it is the type `Notification.Name`, or a member of it.
    var isNameOfNotification: Bool {
        usr.hasPrefix("s:10Foundation14NSNotificationC4NameV") || usr.hasPrefix("s:So18NSNotificationNamea")
            || ["s:10Foundation12NotificationV4Namea", "c:@T@NSNotificationName"].contains(usr)
    }

    /// Whether it is the type `Notification`, or a member of it.
    var isNotification: Bool {
        ["s:10Foundation12NotificationV", "s:10Foundation14NSNotificationC", "c:objc(cs)NSNotification("]
            .contains(where: usr.hasPrefix) && !isNameOfNotification || usr == "c:objc(cs)NSNotification"
    }

    /// Whether it is a method of a notification center or queue that no mapped file declares.
    var isOfNotificationCenter: Bool {
        let types = [
            "s:20FoundationEssentials18NotificationCenterC", "s:10Foundation18NotificationCenterC",
            "s:10Foundation17NotificationQueueC", "s:So20NSNotificationCenterC10FoundationE",
            "c:objc(cs)NSNotificationCenter(im)", "c:objc(cs)NSNotificationQueue(im)",
        ]
        return definition == nil && types.contains(where: usr.hasPrefix)
    }

    /// Whether it is the type of a typed message.
    var isMessageOfNotification: Bool {
        definition == nil
            ? name.hasSuffix("Message")
            : withBases.contains { ["MainActorMessage", "AsyncMessage"].contains($0.name) && $0.definition == nil }
    }

    /// Whether instances are on the main actor because of a class of UIKit or AppKit, or of SwiftUI.
    var isOfUserInterface: Bool {
        withBases.map(\.usr).contains { usr in
            usr.hasPrefix("c:objc(cs)UI") || usr.hasPrefix("s:7SwiftUI")
                || usr.hasPrefix("c:objc(cs)NS")
                    && ["View", "Window", "Controller", "Control", "Responder"].contains(where: usr.hasSuffix)
        }
    }

    /// The name or the message, as code writes it.
    func notification(_ kind: Channel.Kind) -> Channel.ID { Channel.ID(kind: kind, name: codeName, symbol: self) }

    private var codeName: String {
        let outermost = Array(sequence(first: self, next: \.parent)).last
        if definition != nil { return outermost?.isNameOfNotification == true ? "Notification.\(path)" : path }
        guard usr.hasPrefix("c:@") else {
            let name = fullName.components(separatedBy: " : ")[0].components(separatedBy: " ").last ?? name
            let inModule = String(name.drop { $0 != "." }.dropFirst())
            return inModule.replacingOccurrences(of: "NSNotification.Name.", with: "Notification.Name.")
        }
        // A constant of C is imported into the type whose name it begins with: `UIApplicationDidFinishNotification`.
        let constant = usr.dropFirst(3)
        guard constant.lowercased().hasSuffix(name.lowercased()) else { return "Notification.Name.\(name)" }
        return constant.dropLast(name.count) + ".\(name)"
    }
}

extension Index {
    /// Returns the type of a typed message that an identifier stands for, such as `.didOpen`.
    func typeOfMessage(identifiedBy property: Symbol) -> Symbol? {
        guard let start = property.fullName.range(of: "BaseMessageIdentifier<") else { return nil }
        return types[String(property.fullName[start.upperBound...].prefix { !"<>".contains($0) })]
    }
}
