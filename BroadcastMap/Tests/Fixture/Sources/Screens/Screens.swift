import Broadcaster
import Channels
import Feature
import Mail

@MainActor
package final class TitleBar: @MainActor Title, @MainActor Channels.Update {
    private let badge = Badge()
    private var list: List? = List()
    private let life: any Life = Badge()

    package init() {
        Broadcaster.register(Title.self, observer: self)
        Broadcaster.register(Channels.Update.self, for: 1, observer: badge)
    }

    package func appear() {
        if let list { Broadcaster.register(Inbox.Observer.self, observer: list) }
        Broadcaster.register(Outbox.Observer.self, observer: list!)
        Broadcaster.register(Life.self, observer: life)
        Broadcaster.register(Life.self, observer: Badge())
    }

    package func titleDidChange(to title: String) {}
    package func updated() {}
    package func updated(count: Int) {}
}

package final class Badge: Channels.Update, Life, Named {
    package let name = "badge"
    package func updated() {}
    package func updated(count: Int) {}
    package func began() {}
    package func ended() {}
}

@MainActor
package final class List {
    package enum Row {
        @MainActor
        package final class Cell: @MainActor Store, @MainActor Feature.Update {
            package func stored(_ element: Int) {}
            package func featureDidChange() {}

            package func prepare(in broadcaster: Broadcaster) {
                broadcaster.register((any Store<Int>).self, observer: self)
                broadcaster.register(Feature.Update.self, for: "cell", observer: self)
            }
        }
    }
}

extension List: @MainActor Inbox.Observer, @MainActor Outbox.Observer {
    package func inboxDidChange() {}
    package func outboxDidChange() {}

    /// Registers in an extension.
    package func load() {
        Broadcaster.register(NamedUpdate.self, observer: Badge())
        Broadcaster.register(
            Outbox.Observer.self,
            for: "drafts",
            observer: self)
    }
}

extension Mailbox: @unchecked Sendable {}

extension Mailbox: Theme {
    package func themeDidChange() {}

    package func observeTheme() { Broadcaster.register(Theme.self, observer: self) }
}

/// A conformance that the module of the classes doesn't know.
extension Letter: Life {
    package func began() {}
    package func ended() {}

    @MainActor
    package static func send() { Broadcaster.register(Life.self, for: "post", observer: Postcard()) }
}

package final class Guest: Attendee {
    package let name = "Guest"
    package func left() {}

    package init() { Broadcaster.register(Attendee.self, for: "room", observer: self) }
}

package enum Room {
    package static func names() -> [String] {
        Broadcaster.observers(of: Attendee.self, for: "room").map(\.name).sorted()
    }

    package static func leave() {
        let guests = Broadcaster.observers(of: Attendee.self)
        for guest in guests { guest.left() }
    }

    /// What is done with the set in one place isn't done in the other.
    package static func close() -> Bool {
        Broadcaster.observers(of: Attendee.self, for: "room").forEach { $0.left() }
        print(Broadcaster.observers(of: Attendee.self, for: 2).count { $0.name == "Guest" })
        return Broadcaster.observers(of: Attendee.self).contains { $0.name == "Guest" }
    }

    /// A question of its callers, which isn't one about their types.
    private static func has<T: Sendable>(_ type: T.Type) -> Bool { !Broadcaster.observers(of: type).isEmpty }

    package static func isEmpty() -> Bool { !has(Attendee.self) && !has(Theme.self) }

    /// None of these questions calls a message.
    package static func ask(_ guest: any Attendee) {
        if Broadcaster.observers(of: Attendee.self).contains(guest) { guest.left() }
        if Broadcaster.observers(of: Attendee.self).isEmpty { guest.left() }
        if Broadcaster.observers(of: Attendee.self).count > 1 { guest.left() }
    }
}
