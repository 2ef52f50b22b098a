import Foundation
import SwiftSyntax

/// The declarations of Foundation, on Linux and on Apple's platforms.
extension Symbol {
    /// True if it is the type `Notification` or `Notification.Name`, or a member of one of them.
    var isNotification: Bool {
        let swift = #"s:(10Foundation12NotificationV|10Foundation14NSNotificationC|So18NSNotificationNamea)"#
        return usr.range(of: "^(\(swift)|c:(objc\\(cs\\)|@T@)NSNotification)", options: .regularExpression) != nil
    }

    /// True if it is a method of a notification center or queue that no mapped file declares, or creates a publisher.
    var isOfNotificationCenter: Bool {
        let swift = "s:(20FoundationEssentials|10Foundation)1[78]Notification(Center|Queue)C"
        let objectiveC = #"c:objc\(cs\)NS(Distributed)?Notification(Center|Queue)\(im\)"#
        let types = #"^(\#(swift)|s:So2[0-9]NS(Distributed)?NotificationCenterC|\#(objectiveC))"#
        return definition == nil && usr.range(of: types, options: .regularExpression) != nil
    }

    /// True if the function makes a test wait for a notification.
    var isExpectationOfNotification: Bool {
        let isOfXCTest = usr.hasPrefix("s:6XCTest") || usr.hasPrefix("c:objc(cs)XCT")
        // In Swift, and in Objective-C.
        let isWaiting = ["forNotification", "expectationForNotification"].contains(labels.first)
        let isCreated =
            usr.contains("XCTNSNotificationExpectation") && ["name", "initWithName"].contains(labels.first)
        return definition == nil && isOfXCTest && (isWaiting || isCreated)
    }

    /// True if it sends an object the message that an argument names, in Objective-C.
    var isPerformingSelector: Bool {
        definition == nil && usr.hasPrefix("c:objc") && usr.contains("NSObject(im)performSelector")
    }

    /// True if it is a function of the centers of CoreFoundation.
    var isOfCoreFoundation: Bool {
        usr.hasPrefix("c:@F@CFNotificationCenterPost") || usr == "c:@F@CFNotificationCenterAddObserver"
    }

    /// True if it is the type of a typed message.
    var isNotificationMessage: Bool {
        withBases.contains { $0.definition == nil && ["MainActorMessage", "AsyncMessage"].contains($0.name) }
    }

    /// Returns the name of a notification, as code writes it: on a type, or with a dot.
    func channel(on owner: String?) -> ChannelID {
        let outermost = Array(sequence(first: self, next: \.parent)).last
        let isInName = outermost?.isNotification == true && outermost?.name == "Name"
        let ownName = (isInName ? "Notification." : "") + self.path
        if definition == nil {
            return ChannelID(kind: .framework, name: "\(owner ?? "Notification.Name").\(name)", symbols: [self])
        }
        return ChannelID(kind: .declared, name: owner.map { "\($0).\(name)" } ?? ownName, symbols: [self])
    }

    // MARK: Entry points

    /// The methods of Foundation, and what a program's protocols make of them.
    var notificationEntryPoints: [EntryPoint] {
        let operations = [
            "addObserver": Operation.closure, "notifications": .sequence, "messages": .sequence,
            "postNotificationName": .post, "postNotification": .post, "post": .post, "enqueueNotification": .enqueue,
            "addObserverForName": .closure, "enqueue": .enqueue, "publisher": .publisher,
        ]
        var operation = isOfNotificationCenter ? operations[nameInEitherLanguage] : nil
        if isOfNotificationCenter, isInitializer, labels.first == "center" { operation = .publisher }
        if isExpectationOfNotification { operation = .expectation }
        if isPerformingSelector, let object = position(labeled: "withObject") {
            let selectors: Set = ["postNotification:", "postNotificationName:object:"]
            return [EntryPoint(function: self, operation: .post, positions: [.channel: object], selectors: selectors)]
        }
        if isOfCoreFoundation { operation = usr.contains("Observer") ? .closure : .post }
        guard var operation else { return [] }
        // Otherwise, the first parameter is a notification, a typed message, or the object with a selector.
        var positions = [
            ArgumentRole.channel: position(labeled: "name", "forName", "named", "for", "forNotification") ?? 0
        ]
        positions[.object] = position(labeled: "object", "of", "subject")
        positions[.queue] = position(labeled: "queue")
        positions[.userInfo] = position(labeled: "userInfo")
        positions[.handler] = position(labeled: "selector", "using", "usingBlock", "handler")
        positions[.center] = position(labeled: "center", "notificationCenter")
        if position(labeled: "selector") != nil {
            positions[.observer] = 0
            operation = .selector
        }
        let reason = isOfCoreFoundation ? Unresolved.Reason.coreFoundation : nil
        return withOverridden.map {
            EntryPoint(function: $0, operation: operation, positions: positions, unreadReason: reason)
        }
    }

    /// The name of a method without its labels, which is also without the rest of a selector.
    var nameInEitherLanguage: String {
        usr.hasPrefix("c:") ? String(baseName.prefix { $0 != ":" }) : baseName
    }
}
