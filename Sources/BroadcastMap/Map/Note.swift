/// What changes in silence when a notification becomes a broadcast.
struct Note {
    enum Kind: String {
        case keys, `self`, thread, object
    }

    let kind: Kind
    let text: String
}

extension Channel {
    /// Notes on the names of a program, because those of a framework aren't moved.
    var notes: [Note] {
        [.declared, .literal].contains(id.kind) ? keyNotes + selfNotes + threadNotes + objectNotes : []
    }

    /// Observers of one object, which need a key.
    private var objectNotes: [Note] {
        let objects = Set(observers.compactMap { $0.arguments[.object] }).filter {
            $0 != "nil" && !$0.hasSuffix(".self")
        }
        return objects.sorted().map { Note(kind: .object, text: "object: \($0) becomes a key, also of each post") }
    }

    /// Posts with different keys, which need a method each.
    private var keyNotes: [Note] {
        let sets = Set(senders.compactMap(\.keys).filter { !$0.isEmpty }.map(Set.init))
        let numbers = [2: "two", 3: "three", 4: "four", 5: "five"]
        let text = "posts carry different keys: \(numbers[sets.count] ?? "\(sets.count)") methods"
        return sets.count > 1 ? [Note(kind: .keys, text: text)] : []
    }

    /// Types that observe their own posts.
    private var selfNotes: [Note] {
        let posting = Set(senders.filter { !$0.isLater }.compactMap { $0.occurrence.user?.typeAround })
        let observing = observers.filter { !$0.isLater }.compactMap { $0.observer ?? $0.occurrence.user?.typeAround }
        return posting.intersection(observing).map(\.path).sorted().map {
            Note(kind: .self, text: "\($0) posts and observes it: it will be called later, and after its own posts")
        }
    }

    /// Observers that don't run on the main actor.
    private var threadNotes: [Note] {
        let isOnMainActor = senders.allSatisfy(\.isOnMainActor)
        return Set(observers.compactMap { $0.thread(isOnMainActor) }).sorted().map {
            Note(kind: .thread, text: "\($0), an observer on the main actor")
        }
    }
}

extension Use {
    /// Where an observer runs, if that isn't the main actor, on which each post may be.
    fileprivate func thread(_ arePostsOnMainActor: Bool) -> String? {
        switch (verb, arguments[.queue] ?? "nil") {
        case (.closure, let queue) where queue != "nil": queue.hasSuffix(".main") ? nil : "a closure runs on \(queue)"
        case _ where arePostsOnMainActor || isLater: nil
        case (.selector, _): "a selector runs on the poster's thread"
        case (.closure, _): "a closure without a queue runs on the poster's thread"
        case (.publisher, _): "a publisher sends on the poster's thread"
        default: nil
        }
    }
}
