// A program whose own types have the names of the library's.

import Broadcaster
import Foundation

nonisolated final class MulticastDelegate {}
nonisolated final class WeakObjectSet {}
nonisolated protocol Message {}
nonisolated protocol SendableMessage {}
nonisolated protocol Monitor {}
nonisolated struct Broadcast {}
nonisolated struct Delivery {}
nonisolated struct Call {}
nonisolated struct Cause {}
nonisolated struct Observers {}
nonisolated struct Observation {}
nonisolated struct ChannelDescription {}
nonisolated struct Log {}
nonisolated struct NoKey: Hashable {}

@MainActor protocol TitleObserver: AnyObject { func titleDidChange(_ title: String) }

@MainActor final class TitleObservers: Broadcaster.MulticastDelegate<any TitleObserver>, TitleObserver {
    nonisolated override init() { super.init() }
    func titleDidChange(_ title: String) { invoke { $0.titleDidChange(title) } }
}

nonisolated final class Counter: Broadcaster.Monitor {
    func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) {
        print(broadcast.number, broadcast.fileID, broadcast.line)
        let cause: Broadcaster.Cause? = broadcast.cause
        if let cause { print(cause.observerClass, cause.broadcastNumber, cause.callIndex, cause.depth) }
    }
    func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, as delivery: Broadcaster.Delivery) {
        let calls: [Broadcaster.Call] = delivery.calls
        print(calls.count)
        if let slowest = delivery.slowestCall { print(slowest.observerClass, slowest.duration) }
    }
}

enum TitleMessage: Broadcaster.Message {
    case titleDidChange(String)

    func send(to observer: any TitleObserver) {
        switch self {
        case .titleDidChange(let title): observer.titleDidChange(title)
        }
    }

    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any TitleObserver {
        final class Observer: TitleObserver {
            let receive: @Sendable (TitleMessage) -> Void
            init(receive: @escaping @Sendable (TitleMessage) -> Void) { self.receive = receive }
            func titleDidChange(_ title: String) { receive(.titleDidChange(title)) }
        }
        return Observer(receive: receive)
    }
}

@MainActor
func use(_ observer: any TitleObserver, _ counter: Counter) -> Broadcaster.Observation {
    let set = Broadcaster.WeakObjectSet<any TitleObserver>([observer])
    set.add(contentsOf: [observer, TitleObservers([observer])])
    Broadcaster.register((any Broadcaster.Monitor).self, observer: counter)
    Broadcaster.register((any TitleObserver).self, for: Broadcaster.NoKey(), observer: observer)
    let observers: Broadcaster.Observers<any TitleObserver> = Broadcaster.observers(of: (any TitleObserver).self)
    let channels: [Broadcaster.ChannelDescription] = Broadcaster.current.channels
    print(observers.contains(observer), channels.count)
    Broadcaster.notify(TitleMessage.titleDidChange("Inbox"))
    return Broadcaster.observe(TitleMessage.self) { print($0) }
}
