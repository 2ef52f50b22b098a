extension Symbol {
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
