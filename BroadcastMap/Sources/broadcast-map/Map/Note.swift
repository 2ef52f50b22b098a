/// What changes in silence when a notification becomes a broadcast.
struct Note {
    enum Kind: String { case keys, `self`, thread, object }

    let kind: Kind
    let text: String
}

extension Channel {
    /// The notes on one of the program's own names, because those of frameworks aren't moved.
    var notes: [Note] {
        if ![.declared, .literal].contains(id.kind) { return [] }
        let keys = Set(senders.compactMap(\.keys).map(Set.init)).subtracting([[]]).count
        let number = [2: "two", 3: "three", 4: "four", 5: "five"][keys] ?? "\(keys)"
        let echoing = Set(senders.compactMap(\.promptType)).intersection(observers.compactMap(\.promptType))
        let isOnMainActor = senders.allSatisfy(\.isOnMainActor)
        let texts: [(Note.Kind, [String?])] = [
            (.keys, [keys > 1 ? "posts carry different keys: \(number) methods" : nil]),
            (.self, echoing.map { "\($0) posts and observes it: it will be called later, and after its own posts" }),
            (.thread, observers.map { $0.thread(isOnMainActor) }), (.object, observers.map(\.object)),
        ]
        return texts.flatMap { kind, texts in
            Set(texts.compactMap { $0 }).sorted().map { Note(kind: kind, text: $0) }
        }
    }
}

extension Use {
    /// The type that posts, or that is called before a post returns.
    fileprivate var promptType: String? { isLater ? nil : (observer ?? occurrence.user?.typeAround)?.path }

    /// What an observer of one object needs.
    fileprivate var object: String? {
        let object = arguments[.object].flatMap { $0 == "nil" || $0?.hasSuffix(".self") == true ? nil : $0 }
        return object.map { "object: \($0) becomes a key, also of each post" }
    }

    /// Where an observer runs, if that isn't the main actor, on which all posts may be.
    fileprivate func thread(_ isPostedOnMainActor: Bool) -> String? {
        let queue = arguments[.queue] as? String ?? "nil"
        let other = queue.hasSuffix(".main") ? nil : "a closure runs on \(queue), an observer on the main actor"
        if queue != "nil" { return other }
        let name = [
            Operation.selector: "a selector", .closure: "a closure without a queue", .publisher: "a publisher",
        ][operation]
        guard let name, !isLater, !isPostedOnMainActor else { return nil }
        return "\(name) runs on the poster's thread, an observer on the main actor"
    }
}
