@testable import Broadcaster

/// The real thing, driven by the programs that drive the model; on the main thread only.
final class RealThing: @unchecked Sendable {
    private(set) var events: [Event] = []

    /// None for the first centre, which is the static face.
    fileprivate let broadcasters = [1: Broadcaster(), 2: Broadcaster(), 3: Broadcaster()]
    fileprivate var delegates: [Int: AnyObject] = [:]
    private var shelves: [Int: Observer] = [:]
    private var walks: [Int: (_ script: [Step]) -> Void] = [:]
    private var underWay = 0
    private var serial = 0

    @MainActor
    func run(_ program: [Step]) async {
        for part in program.split(separator: .settle) {
            Broadcaster.$current.withValue(broadcasters[1]!) { for step in part { run(step, me: nil) } }
            await deliver()
        }
        while let shelf = shelves.keys.min() {
            Broadcaster.$current.withValue(broadcasters[1]!) { run(.drop(shelf: shelf), me: nil) }
            await deliver()
        }
    }

    /// Waits until nothing is on its way any more, also of what was sent while delivering.
    @MainActor
    private func deliver() async {
        while underWay > 0 {
            underWay = 0
            await broadcasters[1]!.settled()
        }
    }

    fileprivate func run(_ step: Step, me: Observer?) {
        switch step {
        case .create(let shelf, let last):
            let old = shelves.updateValue(Observer(number: next(), last: last, of: self), forKey: shelf)
            withExtendedLifetime(old) {}
        case .drop(let shelf):
            let old = shelves.removeValue(forKey: shelf)
            withExtendedLifetime(old) {}
        case .register(let who, let place):
            if let observer = find(who, me) { channels[place.channel].register(observer, at: place, of: self) }
        case .unregister(let who, let place):
            if let observer = find(who, me) { channels[place.channel].unregister(observer, at: place, of: self) }
        case .unregisterAll(let place):
            channels[place.channel].unregisterAll(at: place, of: self)
        case .unregisterEverywhere(let who, let centre):
            guard let observer = find(who, me) else { return }
            switch centre {
            case Place.current: Broadcaster.unregister(observer: observer)
            case Place.delegates:
                for number in Place.channels {
                    channels[number].unregister(observer, at: Place(centre: centre, channel: number), of: self)
                }
            default: broadcasters[centre]!.unregister(observer: observer)
            }
        case .call(let place, let way, let scripts):
            channels[place.channel].call(at: place, way, Message(number: next(), scripts: scripts), of: self)
        case .start(let walk, let place):
            walks[walk] = channels[place.channel].start(at: place, message: next(), of: self)
        case .resume(let walk, let script):
            walks[walk]?(script)
        case .look(let place):
            events.append(.saw(channels[place.channel].look(at: place, of: self)))
        case .scope(let centre, let steps):
            Broadcaster.$current.withValue(broadcasters[centre]!) { for step in steps { run(step, me: me) } }
        case .settle: break
        }
    }

    fileprivate func note(_ event: Event) { events.append(event) }
    fileprivate func noteSent() { underWay += 1 }

    private func find(_ who: Int, _ me: Observer?) -> Observer? { who == Step.me ? me : shelves[who] }

    private func next() -> Int {
        serial += 1
        return serial
    }
}

/// An observer of all channels.
private final class Observer: PlainListener, ObjectListener, ValueListener, @unchecked Sendable {
    let number: Int
    private let last: [Step]
    private unowned let thing: RealThing

    init(number: Int, last: [Step], of thing: RealThing) {
        (self.number, self.last, self.thing) = (number, last, thing)
    }

    func hear(plain message: Message) { hear(message, channel: 0) }
    func hear(object message: Message) { hear(message, channel: 1) }
    func hear(value message: Message) { hear(message, channel: 2) }

    func hear(_ message: Message, channel: Int) {
        thing.note(.called(number, channel: channel, message: message.number))
        let script = message.calls < message.scripts.count ? message.scripts[message.calls] : []
        message.calls += 1
        for step in script { thing.run(step, me: self) }
        thing.note(.returned(number))
    }

    deinit {
        thing.note(.died(number))
        for step in last { thing.run(step, me: self) }
    }
}

private final class Message: @unchecked Sendable {
    let number: Int
    let scripts: [[Step]]
    var calls = 0

    init(number: Int, scripts: [[Step]]) { (self.number, self.scripts) = (number, scripts) }
}

private protocol PlainListener: Sendable {
    func hear(plain message: Message)
}

private protocol ObjectListener: AnyObject, Sendable {
    func hear(object message: Message)
}

private protocol ValueListener<Value>: Sendable {
    associatedtype Value
    func hear(value message: Value)
}

private let channels: [any Channel] = [
    ChannelOf<any PlainListener>(number: 0, view: { $0 }, hear: { $0.hear(plain: $1) }),
    ChannelOf<any ObjectListener>(number: 1, view: { $0 }, hear: { $0.hear(object: $1) }),
    ChannelOf<any ValueListener<Message>>(number: 2, view: { $0 }, hear: { $0.hear(value: $1) }),
    ChannelOf<Observer>(number: 3, view: { $0 }, hear: { $0.hear($1, channel: 3) }),
]

/// What is done with a protocol, whatever its type.
///
/// Where there are several ways, all are taken.
private protocol Channel: Sendable {
    func register(_ observer: Observer, at place: Place, of thing: RealThing)
    func unregister(_ observer: Observer, at place: Place, of thing: RealThing)
    func unregisterAll(at place: Place, of thing: RealThing)
    func call(at place: Place, _ way: Way, _ message: Message, of thing: RealThing)
    func start(at place: Place, message: Int, of thing: RealThing) -> (_ script: [Step]) -> Void
    func look(at place: Place, of thing: RealThing) -> [Int]
}

private struct Stop: Error {}

private struct ChannelOf<T: Sendable>: Channel {
    let number: Int
    let view: @Sendable (Observer) -> T
    let hear: @Sendable (T, Message) -> Void

    func register(_ observer: Observer, at place: Place, of thing: RealThing) {
        if let delegates = delegates(at: place, of: thing) {
            delegates += view(observer)
        } else if let broadcaster = thing.broadcasters[place.centre] {
            switch observer.number % 3 {
            case 0: broadcaster.register(T.self, observer: view(observer))
            case 1: broadcaster.observers(of: T.self).add(view(observer))
            default: broadcaster.observers(of: T.self).add([view(observer), view(observer)])
            }
        } else {
            Broadcaster.register(T.self, observer: view(observer))
        }
    }

    func unregister(_ observer: Observer, at place: Place, of thing: RealThing) {
        if let delegates = delegates(at: place, of: thing) {
            delegates -= view(observer)
        } else if let broadcaster = thing.broadcasters[place.centre] {
            switch observer.number % 3 {
            case 0: broadcaster.unregister(T.self, observer: view(observer))
            case 1: broadcaster.observers(of: T.self).remove(view(observer))
            default: broadcaster.observers(of: T.self).remove([view(observer), view(observer)])
            }
        } else {
            Broadcaster.unregister(T.self, observer: view(observer))
        }
    }

    func unregisterAll(at place: Place, of thing: RealThing) {
        if let delegates = delegates(at: place, of: thing) {
            delegates.removeAll()
        } else if let broadcaster = thing.broadcasters[place.centre] {
            broadcaster.unregister(T.self)
        } else {
            Broadcaster.unregister(T.self)
        }
    }

    func call(at place: Place, _ way: Way, _ message: Message, of thing: RealThing) {
        let delegates = delegates(at: place, of: thing)
        switch way {
        case .notify:
            if let delegates {
                delegates.invoke { hear($0, message) }
                return
            }
            thing.noteSent()
            // To the main queue both ways, so that the order of both is known.
            let broadcaster = thing.broadcasters[place.centre] ?? .current
            switch message.number % 3 {
            case 0: broadcaster.notify(T.self, on: .main) { hear($0, message) }
            case 1: broadcaster.notify(T.self) { hear($0, message) }
            default: Broadcaster.$current.withValue(broadcaster) { Broadcaster.notify(T.self) { hear($0, message) } }
            }
        case .forEach(let limit):
            do {
                func body(_ listener: T) throws {
                    hear(listener, message)
                    if message.calls == limit { throw Stop() }
                }
                if let delegates { try delegates.invoke(body) } else { try set(at: place, of: thing).forEach(body) }
            } catch {
                thing.note(.threw(message: message.number))
            }
        case .forIn(let limit):
            for listener in set(at: place, of: thing) {
                hear(listener, message)
                if message.calls == limit { break }
            }
        }
    }

    func start(at place: Place, message: Int, of thing: RealThing) -> (_ script: [Step]) -> Void {
        var walk = set(at: place, of: thing).makeIterator()
        return { script in
            if let listener = walk.next() { hear(listener, Message(number: message, scripts: [script])) }
        }
    }

    func look(at place: Place, of thing: RealThing) -> [Int] {
        let set = set(at: place, of: thing)
        let living = set.allObjects
        let agrees =
            set.count == living.count && set.isEmpty == living.isEmpty && living.allSatisfy { set.contains($0) }
        return agrees ? living.map { ($0 as AnyObject as! Observer).number } : [.min]
    }

    private func set(at place: Place, of thing: RealThing) -> WeakObjectSet<T> {
        if let delegates = delegates(at: place, of: thing) { return delegates.delegates }
        return thing.broadcasters[place.centre]?.observers(of: T.self) ?? Broadcaster.observers(of: T.self)
    }

    private func delegates(at place: Place, of thing: RealThing) -> MulticastDelegate<T>? {
        guard place.centre == Place.delegates else { return nil }
        if let present = thing.delegates[number] { return (present as! MulticastDelegate<T>) }
        let new = MulticastDelegate<T>()
        thing.delegates[number] = new
        return new
    }
}
