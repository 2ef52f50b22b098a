extension Channel {
    /// What changes when the notification becomes a broadcast, but nothing on those of frameworks, which aren't moved.
    var notificationNotes: [Note] {
        if ![.declared, .literal].contains(id.kind) { return [] }
        // What is posted to another center isn't observed.
        if isApart { return keyNotes + centerNotes }
        return keyNotes + readNotes + selfNotes + objectNotes + tokenNotes + processNotes
    }

    private var centerNotes: [Note] {
        let names = [senders, observers].map { uses in
            Set(uses.map { $0.center?.code ?? Center.default }).sorted().joined(separator: ", ")
        }
        let text = "posted to \(names[0]), but observed at \(names[1]): these centers never meet"
        return [Note(kind: .center, text: text)]
    }

    private var processNotes: [Note] {
        guard uses.contains(where: { $0.center?.isDistributed == true }) else { return [] }
        return [Note(kind: .center, text: "a distributed center reaches other processes, which a broadcast doesn't")]
    }

    /// A note if posts carry keys that one method can't have, because no post has them all.
    ///
    /// A key that a post lacks is an optional.
    private var keyNotes: [Note] {
        let all = Set(senders.compactMap(\.notification?.keys).map { Set($0.map(\.identity)) })
        let methods = all.filter { keys in !all.contains { $0.isStrictSuperset(of: keys) } }.count
        guard methods > 1 else { return [] }
        let number = [2: "two", 3: "three", 4: "four", 5: "five"][methods] ?? "\(methods)"
        return [Note(kind: .keys, text: "posts carry different keys: \(number) methods")]
    }

    /// A note on each key that an observer reads, if the keys of all posts are known, and none has it.
    ///
    /// A handler that reads the name may read the key of another one.
    private var readNotes: [Note] {
        guard !senders.isEmpty, senders.allSatisfy({ $0.notification?.keys != nil }) else { return [] }
        let carried = Set(senders.flatMap { $0.notification?.keys ?? [] }.map(\.identity))
        let texts = observers.flatMap { observer -> [String] in
            guard let details = observer.notification, !details.readsName else { return [] }
            return details.keysRead.filter { !carried.contains($0.identity) }.map {
                "\(observer.typeOrFunctionName) reads \($0.code), which no post carries"
            }
        }
        return Set(texts).sorted().map { Note(kind: .keys, text: $0) }
    }

    private var tokenNotes: [Note] {
        let dropping = observers.filter { $0.notification?.dropsToken == true }
        return Set(dropping.map(\.occurrence.functionName)).sorted().map { function in
            let change = "it observes forever, and an Observation that nothing keeps ends at once"
            return Note(kind: .token, text: "nothing keeps the token of the closure in \(function): \(change)")
        }
    }

    private var selfNotes: [Note] {
        let types = Set(senders.compactMap(\.synchronousType)).intersection(observers.compactMap(\.synchronousType))
        return types.sorted().map {
            Note(kind: .self, text: "\($0) posts and observes it: it will be called later, and after its own posts")
        }
    }

    private var objectNotes: [Note] {
        let objects = Set(observers.compactMap(\.object)).sorted()
        var texts = objects.map { "object: \($0) becomes a key, which each post must pass, too" }
        let types = Dictionary(grouping: observers.filter { $0.object != nil }) { $0.type?.path }
        texts += types.compactMap { type, uses in
            guard let type, Set(uses.map(\.object)).count > 1 else { return nil }
            return "\(type) observes several objects: the method needs the object as a parameter"
        }.sorted()
        texts += Set(observers.flatMap { $0.notification?.objectReaders ?? [] }.map(\.name)).sorted().map {
            "\($0) reads the object, which becomes a parameter"
        }
        return texts.map { Note(kind: .object, text: $0) }
    }
}

extension Use {
    /// True if observers are called after a post returned.
    private var isAsynchronous: Bool {
        [.enqueue, .sequence].contains(operation) || function.usr.contains("12AsyncMessage")
            || notification?.isScheduled == true || center?.isDistributed == true
    }

    /// The type that posts, or that is called before a post returns.
    fileprivate var synchronousType: String? { isAsynchronous ? nil : type?.path }

    /// The object whose notifications it observes.
    fileprivate var object: String? {
        guard let object = notification?.object else { return nil }
        return object == "nil" || object.hasSuffix(".self") ? nil : object
    }
}
