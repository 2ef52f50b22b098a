/// What Foundation declares, on Linux and on Apple's platforms.
extension Symbol {
    /// Whether it is the type `Notification.Name`, or in it.
    var isPartOfNotificationName: Bool {
        [
            "s:10Foundation12NotificationV4Namea", "s:10Foundation14NSNotificationC4NameV", "s:So18NSNotificationNamea",
            "c:@T@NSNotificationName",
        ].contains(where: usr.hasPrefix)
    }

    /// Whether it is the type `Notification`, or in it.
    var isNotification: Bool {
        ["s:10Foundation12NotificationV", "s:10Foundation14NSNotificationC", "c:objc(cs)NSNotification("]
            .contains(where: usr.hasPrefix) || usr == "c:objc(cs)NSNotification"
    }

    /// Whether it is a method of a notification center or queue that no mapped file declares.
    var isOfNotificationCenter: Bool {
        definition == nil
            && [
                "s:20FoundationEssentials18NotificationCenterC", "s:10Foundation18NotificationCenterC",
                "s:10Foundation17NotificationQueueC", "s:So20NSNotificationCenterC10FoundationE",
                "c:objc(cs)NSNotificationCenter(im)", "c:objc(cs)NSNotificationQueue(im)",
            ].contains(where: usr.hasPrefix)
    }

    /// Whether it is the type of a typed message.
    var isNotificationMessage: Bool {
        withBases.contains { $0.definition == nil && ["MainActorMessage", "AsyncMessage"].contains($0.name) }
    }

    /// Whether instances are on the main actor because of a class of UIKit or AppKit, or of SwiftUI.
    var isOfUserInterface: Bool {
        withBases.contains { base in
            ["c:objc(cs)UI", "s:7SwiftUI"].contains(where: base.usr.hasPrefix)
                || base.usr.hasPrefix("c:objc(cs)NS")
                    && ["View", "Window", "Controller", "Control", "Responder"].contains(where: base.usr.hasSuffix)
        }
    }

    /// The name of a notification, as code writes it: on a type, or with a dot.
    func notification(as path: Expression) -> Channel.ID {
        let isInName = Array(sequence(first: self, next: \.parent)).last?.isPartOfNotificationName == true
        if definition != nil {
            return Channel.ID(kind: .declared, name: isInName ? "Notification.\(self.path)" : self.path, symbol: self)
        }
        let owner = path.dropLast(2).last?.symbols.first(where: \.isType)?.name ?? "Notification.Name"
        return Channel.ID(kind: .framework, name: "\(owner).\(name)", symbol: self)
    }
}
