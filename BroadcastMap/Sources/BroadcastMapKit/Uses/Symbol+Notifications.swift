import Foundation
import SwiftSyntax

/// What Foundation declares, on Linux and on Apple's platforms.
extension Symbol {
    /// Whether it is the type `Notification` or `Notification.Name`, or a member of one of them.
    var isNotification: Bool {
        let swift = #"s:(10Foundation12NotificationV|10Foundation14NSNotificationC|So18NSNotificationNamea)"#
        return usr.range(of: "^(\(swift)|c:(objc\\(cs\\)|@T@)NSNotification)", options: .regularExpression) != nil
    }

    /// Whether it is a method of a notification center or queue that no mapped file declares.
    var isOfNotificationCenter: Bool {
        let swift = "s:(20FoundationEssentials|10Foundation)1[78]Notification(Center|Queue)C"
        let types = #"^(\#(swift)|s:So20NSNotificationCenterC|c:objc\(cs\)NSNotification(Center|Queue)\(im\))"#
        return definition == nil && usr.range(of: types, options: .regularExpression) != nil
    }

    /// Whether it is the type of a typed message.
    var isNotificationMessage: Bool {
        withBases.contains { $0.definition == nil && ["MainActorMessage", "AsyncMessage"].contains($0.name) }
    }

    /// Returns the name of a notification, as code writes it: on a type, or with a dot.
    func notification(as path: Expression?) -> ChannelID {
        let outermost = Array(sequence(first: self, next: \.parent)).last
        let ownName = (outermost?.isNotification == true ? "Notification." : "") + self.path
        if definition != nil { return ChannelID(kind: .declared, name: ownName, symbols: [self]) }
        let base = path?.value.syntax?.as(MemberAccessExprSyntax.self)?.base
        let owner = base.flatMap { path?.with($0).symbols.first(where: \.isType)?.name } ?? "Notification.Name"
        return ChannelID(kind: .framework, name: "\(owner).\(name)", symbols: [self])
    }
}
