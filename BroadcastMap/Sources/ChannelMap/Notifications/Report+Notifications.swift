extension Report {
    /// What only a report of notifications has of a post or an observer.
    struct NotificationUse: Encodable, Equatable {
        /// The object as it is written.
        @Nullable var object: String?
        /// The keys of the user info of a post, if they are written.
        var userInfo: Nullable<[String]>?
        /// The expression that has the user info of a post, if its keys aren't written.
        var userInfoVariable: String?
        /// The queue of an observer as it is written.
        var queue: Nullable<String>?
        /// The method that an observer calls.
        var handler: Nullable<String>?
        /// The keys that an observer reads from the user info.
        var reads: [String]?
        /// How often the type of an observer removes observers.
        var removals: Int?

        /// The keys of the user info of a post, or the variable that has them.
        var userInfoCode: [String] { userInfo?.wrappedValue ?? [userInfoVariable].compactMap { $0 } }
    }
}

extension Report.NotificationUse {
    init(_ use: Use, _ details: NotificationDetails) {
        object = details.object
        if use.isSender {
            userInfo = Nullable(wrappedValue: details.keys?.map(\.code))
            if details.keys == nil { userInfoVariable = details.userInfo }
        } else {
            queue = Nullable(wrappedValue: details.queue)
            handler = Nullable(wrappedValue: use.handlers.first { $0.code == nil }?.function?.name)
            reads = details.keysRead.map(\.code)
            removals = details.removals
        }
    }
}
