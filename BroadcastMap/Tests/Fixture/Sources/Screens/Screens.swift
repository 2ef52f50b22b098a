import Broadcaster
import Channels
import Feature
import Mail

@MainActor
//: never registered for Channels.Update
package final class TitleBar: @MainActor Title, @MainActor Channels.Update {
    private let badge = Badge()
    private var list: List? = List()
    private let life: any Life = Badge()

    package init() {
        //: register Channels.TitleObserver: TitleBar (registered in its init); handles titleDidChange(to:)
        Broadcaster.register(Title.self, observer: self)
        //: register Channels.Update: Badge (registered in TitleBar.init()); handles updated(), updated(count:); for: 1
        //: unreachable: Channels.Update.updated() can't reach Badge: each sender lacks a key, and the observer has one
        //: unreachable: Channels.Update.updated(count:) can't reach Badge: each sender lacks a key, and the observer
        //:     has one
        Broadcaster.register(Channels.Update.self, for: 1, observer: badge)
    }

    package func appear() {
        //: register Channels.Inbox.Observer: List (registered in TitleBar.appear()); handles inboxDidChange()
        if let list { Broadcaster.register(Inbox.Observer.self, observer: list) }
        //: register Channels.Outbox.Observer: List (registered in TitleBar.appear()); handles outboxDidChange()
        Broadcaster.register(Outbox.Observer.self, observer: list!)
        //: register Channels.Life: Badge (registered in TitleBar.appear()); handles began(), ended()
        Broadcaster.register(Life.self, observer: life)
        //: register Channels.Life: Badge (registered in TitleBar.appear()); handles began(), ended()
        //: releasedObserver: Channels.Life is registered in TitleBar.appear() for an object that nothing keeps
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
                //: register Channels.Store: List.Row.Cell (registered in its prepare) [Store<Int>]; handles stored(_:)
                broadcaster.register((any Store<Int>).self, observer: self)
                //: register Feature.Update: List.Row.Cell (registered in its prepare); handles featureDidChange(); for:
                //:     "cell"
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
        //: register Channels.Named & Channels.Update: Badge (registered in List.load()); handles name, updated(),
        //:     updated(count:)
        //: releasedObserver: Channels.Named & Channels.Update is registered in List.load() for an object that nothing
        //:     keeps
        Broadcaster.register(NamedUpdate.self, observer: Badge())
        //: register Channels.Outbox.Observer: List (registered in its load); handles outboxDidChange(); for: "drafts"
        Broadcaster.register(
            Outbox.Observer.self,
            for: "drafts",
            observer: self)
    }
}

extension Mailbox: @unchecked Sendable {}

extension Mailbox: Theme {
    package func themeDidChange() {}

    //: register Channels.Theme: Mailbox (registered in its observeTheme); handles themeDidChange()
    package func observeTheme() { Broadcaster.register(Theme.self, observer: self) }
}

/// A conformance that the module of the classes doesn't know.
extension Letter: Life {
    package func began() {}
    package func ended() {}

    @MainActor
    //: register Channels.Life: Postcard (registered in Letter.send()); handles began(), ended(); for: "post"
    //: releasedObserver: Channels.Life is registered in Letter.send() for an object that nothing keeps
    package static func send() { Broadcaster.register(Life.self, for: "post", observer: Postcard()) }
}

package final class Guest: Attendee {
    package let name = "Guest"
    package func left() {}

    //: register Channels.Attendee: Guest (registered in its init); handles left(), name; for: "room"
    package init() { Broadcaster.register(Attendee.self, for: "room", observer: self) }
}

package enum Room {
    package static func names() -> [String] {
        //: observers Channels.Attendee: Room.names(); calls name; for: "room"
        Broadcaster.observers(of: Attendee.self, for: "room").map(\.name).sorted()
    }

    package static func leave() {
        //: observers Channels.Attendee: Room.leave(); calls left()
        //: unkeyed: Channels.Attendee is sent without a key in Room.leave(), but every observer has one
        let guests = Broadcaster.observers(of: Attendee.self)
        for guest in guests { guest.left() }
    }

    /// What is done with the set in one place isn't done in the other.
    package static func close() -> Bool {
        //: observers Channels.Attendee: Room.close(); calls left(); for: "room"
        Broadcaster.observers(of: Attendee.self, for: "room").forEach { $0.left() }
        //: observers Channels.Attendee: Room.close(); calls name; for: 2
        //: unheardKey: Channels.Attendee is sent for a key in Room.close() that no observer has
        print(Broadcaster.observers(of: Attendee.self, for: 2).count { $0.name == "Guest" })
        //: observers Channels.Attendee: Room.close(); calls name
        //: unkeyed: Channels.Attendee is sent without a key in Room.close(), but every observer has one
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
