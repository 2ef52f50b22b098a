// Generated code in a program whose own types have the names of the library's.

import Broadcaster
import Dispatch

// Resolved before the message's cases, whose `Channel` isn't this one.
typealias ChatChannel = ChatObserverMessage.Channel

@Messages
protocol ChatObserver {
    func posted(_ text: String, in channel: Channel)
    func listed(_ channels: [Channel?], then open: @escaping (Channel) -> Void, kind: Channel.Kind)
}

nonisolated struct Channel: Equatable {
    enum Kind { case open, closed }

    var name = ""
}

nonisolated enum Club {
    struct Channel {}

    @Messages
    protocol Observer: Sendable {
        func posted(in channel: Channel)
    }

    @Messages
    protocol AliasObserver {
        typealias Channel = Int
        func posted(in channel: Channel)
    }
}

@MainActor
func post(_ observer: ChatChannel) {
    Broadcaster.observe(ChatObserverMessage.self, owner: Broadcaster.shared) { _, message in
        if case .posted(let text, let channel) = message { print(text, channel.name) }
    }
    Broadcaster.notify(ChatObserverMessage.posted("Hello", in: Channel(name: "lobby")))
    Broadcaster.notify(Club.ObserverMessage.posted(in: Club.Channel()), on: .global())
    Broadcaster.notify(Club.AliasObserverMessage.posted(in: 1))
    observer.posted("Hello", in: Channel())
}

nonisolated class MulticastDelegate {}
nonisolated class WeakObjectSet {}
nonisolated class BroadcastMessage {}
nonisolated protocol Message {}
nonisolated protocol SendableMessage {}
nonisolated protocol Monitor {}
nonisolated struct Broadcast {}
nonisolated struct ChannelDescription {}
nonisolated struct Delivery {}
nonisolated struct Log {}
nonisolated struct NoKey: Hashable {}
nonisolated struct Observation {}
nonisolated struct Observer {}
nonisolated struct Observers {}

@Multicast
@Messages
protocol TitleObserver: AnyObject {
    func titleDidChange(_ message: BroadcastMessage, _ set: WeakObjectSet, by observer: Observer)
    func remove(_ delegate: MulticastDelegate)
    func logged(_ log: Log, delivery: Delivery)
}

nonisolated final class TitleObservers: Broadcaster.MulticastDelegate<any TitleObserver>, TitleObserver {}

@Messages
nonisolated protocol OrderObserver: Sendable {
    func orderPlaced(_ broadcast: Broadcast)
}

@MainActor
func observe(_ observer: any TitleObserver) -> [Broadcaster.Observation] {
    let observers = TitleObservers([observer])
    observers.remove(MulticastDelegate())
    observers.remove(observer)
    Broadcaster.notify(TitleObserverMessage.remove(MulticastDelegate()))
    Broadcaster.notify(OrderObserverMessage.orderPlaced(Broadcast()), for: Broadcaster.NoKey())
    return [
        Broadcaster.observe(TitleObserverMessage.self) { print($0) },
        Broadcaster.observe(OrderObserverMessage.self) { print($0) },
    ]
}
