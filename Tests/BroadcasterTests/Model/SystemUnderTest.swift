@testable import Broadcaster

/// The library, driven by the programs that drive the model; on the main thread only.
///
/// After each step, the invariants of every set are checked.
final class SystemUnderTest: @unchecked Sendable {
    private(set) var events: [Event] = []

    /// By their numbers; the current one has none, because the static methods use it.
    fileprivate let broadcasters = [1: Broadcaster(), 2: Broadcaster(), 3: Broadcaster()]
    fileprivate var delegates: [Int: AnyObject] = [:]
    private var slots: [Int: Observer] = [:]
    private var iterations: [Int: (_ script: [Step]) -> Void] = [:]
    private var heldObservers: [Int: () -> [Int]] = [:]
    private var pendingCount = 0
    private var serial = 0

    @MainActor
    func run(_ program: [Step]) async {
        for part in program.split(separator: .settle) {
            Broadcaster.$current.withValue(broadcasters[1]!) { for step in part { run(step, caller: nil) } }
            await deliver()
        }
        while let slot = slots.keys.min() {
            Broadcaster.$current.withValue(broadcasters[1]!) { run(.release(slot: slot), caller: nil) }
            await deliver()
        }
        heldObservers = [:]
        for driver in drivers { driver.checkNoKeys(self) }
    }

    /// Waits until no broadcast is pending, including those sent during delivery.
    @MainActor
    private func deliver() async {
        while pendingCount > 0 {
            pendingCount = 0
            await broadcasters[1]!.settled()
            checkInvariants()
        }
    }

    fileprivate func run(_ step: Step, caller: Observer?) {
        perform(step, caller: caller)
        checkInvariants()
    }

    private func perform(_ step: Step, caller: Observer?) {
        switch step {
        case .create(let slot, let onDeinit):
            let old = slots.updateValue(Observer(number: nextSerial(), onDeinit: onDeinit, in: self), forKey: slot)
            withExtendedLifetime(old) {}
        case .release(let slot):
            let old = slots.removeValue(forKey: slot)
            withExtendedLifetime(old) {}
        case .register(let slot, let channel):
            if let observer = observer(in: slot, caller) { drivers[channel.number].register(observer, channel, self) }
        case .unregister(let slot, let channel):
            if let observer = observer(in: slot, caller) { drivers[channel.number].unregister(observer, channel, self) }
        case .unregisterAll(let channel):
            drivers[channel.number].unregisterAll(channel, self)
        case .unregisterEverywhere(let slot, let owner):
            guard let observer = observer(in: slot, caller) else { return }
            switch owner {
            case Channel.current: Broadcaster.unregister(observer: observer)
            case Channel.delegates:
                for number in Channel.numbers {
                    drivers[number].unregister(observer, Channel(owner: owner, number: number), self)
                }
            default: broadcasters[owner]!.unregister(observer: observer)
            }
        case .call(let channel, let method, let scripts):
            drivers[channel.number].call(channel, method, Message(number: nextSerial(), scripts: scripts), self)
        case .start(let iteration, let channel):
            iterations[iteration] = drivers[channel.number].start(channel, message: nextSerial(), self)
        case .resume(let iteration, let script):
            iterations[iteration]?(script)
        case .list(let channel):
            events.append(.listed(drivers[channel.number].hold(channel, self)()))
        case .hold(let number, let channel):
            heldObservers[number] = drivers[channel.number].hold(channel, self)
            // As happens whenever the keys have doubled.
            for driver in drivers { driver.purgeKeys(self) }
        case .listHeld(let number):
            if let list = heldObservers[number] { events.append(.listed(list())) }
        case .withCurrent(let broadcaster, let steps):
            Broadcaster.$current.withValue(broadcasters[broadcaster]!) {
                for step in steps { run(step, caller: caller) }
            }
        case .settle: break
        }
    }

    private func checkInvariants() {
        for driver in drivers { driver.checkInvariants(self) }
    }

    fileprivate func record(_ event: Event) { events.append(event) }
    fileprivate func recordSent() { pendingCount += 1 }

    private func observer(in slot: Int, _ caller: Observer?) -> Observer? { slot == Step.caller ? caller : slots[slot] }

    private func nextSerial() -> Int {
        serial += 1
        return serial
    }
}

/// An observer of all channels.
private final class Observer: PlainListener, ObjectListener, ValueListener, @unchecked Sendable {
    let number: Int
    private let onDeinit: [Step]
    private unowned let system: SystemUnderTest

    init(number: Int, onDeinit: [Step], in system: SystemUnderTest) {
        self.number = number
        self.onDeinit = onDeinit
        self.system = system
    }

    func receive(plain message: Message) { receive(message, channel: 0) }
    func receive(object message: Message) { receive(message, channel: 1) }
    func receive(value message: Message) { receive(message, channel: 2) }

    func receive(_ message: Message, channel: Int) {
        system.record(.called(number, channel: channel, message: message.number))
        let script = message.calls < message.scripts.count ? message.scripts[message.calls] : []
        message.calls += 1
        for step in script { system.run(step, caller: self) }
        system.record(.returned(number))
    }

    deinit {
        system.record(.deallocated(number))
        for step in onDeinit { system.run(step, caller: self) }
    }
}

private final class Message: @unchecked Sendable {
    let number: Int
    let scripts: [[Step]]
    var calls = 0

    init(number: Int, scripts: [[Step]]) { (self.number, self.scripts) = (number, scripts) }
}

private protocol PlainListener: Sendable {
    func receive(plain message: Message)
}

private protocol ObjectListener: AnyObject, Sendable {
    func receive(object message: Message)
}

private protocol ValueListener<Value>: Sendable {
    associatedtype Value
    func receive(value message: Value)
}

private let drivers: [any ChannelDriver] = [
    DriverOf<any PlainListener>(number: 0, view: { $0 }, send: { $0.receive(plain: $1) }),
    DriverOf<any ObjectListener>(number: 1, view: { $0 }, send: { $0.receive(object: $1) }),
    DriverOf<any ValueListener<Message>>(number: 2, view: { $0 }, send: { $0.receive(value: $1) }),
    DriverOf<Observer>(number: 3, view: { $0 }, send: { $0.receive($1, channel: 3) }),
]

/// Performs the steps on channels of one protocol, whatever its type.
///
/// Where the library has several ways to do the same, all are used.
private protocol ChannelDriver: Sendable {
    func register(_ observer: Observer, _ channel: Channel, _ system: SystemUnderTest)
    func unregister(_ observer: Observer, _ channel: Channel, _ system: SystemUnderTest)
    func unregisterAll(_ channel: Channel, _ system: SystemUnderTest)
    func call(_ channel: Channel, _ method: CallMethod, _ message: Message, _ system: SystemUnderTest)
    func start(_ channel: Channel, message: Int, _ system: SystemUnderTest) -> (_ script: [Step]) -> Void
    func hold(_ channel: Channel, _ system: SystemUnderTest) -> () -> [Int]
    func purgeKeys(_ system: SystemUnderTest)
    func checkInvariants(_ system: SystemUnderTest)
    func checkNoKeys(_ system: SystemUnderTest)
}

private struct Stop: Error {}

private struct DriverOf<T: Sendable>: ChannelDriver {
    let number: Int
    let view: @Sendable (Observer) -> T
    let send: @Sendable (T, Message) -> Void

    func register(_ observer: Observer, _ channel: Channel, _ system: SystemUnderTest) {
        if let delegates = delegates(channel, system) {
            delegates += view(observer)
        } else if let broadcaster = system.broadcasters[channel.owner] {
            broadcaster.register(T.self, for: channel.anyKey, observer: view(observer))
            // Again, which changes nothing.
            if !observer.number.isMultiple(of: 3) {
                broadcaster.register(T.self, for: channel.anyKey, observer: view(observer))
            }
        } else {
            Broadcaster.register(T.self, for: channel.anyKey, observer: view(observer))
        }
    }

    func unregister(_ observer: Observer, _ channel: Channel, _ system: SystemUnderTest) {
        if let delegates = delegates(channel, system) {
            delegates -= view(observer)
        } else if let broadcaster = system.broadcasters[channel.owner] {
            if observer.number.isMultiple(of: 2) {
                broadcaster.unregister(T.self, for: channel.anyKey, observer: view(observer))
            } else {
                broadcaster.unregister(T.self, for: channel.anyKey, observer: observer as AnyObject)
            }
        } else {
            Broadcaster.unregister(T.self, for: channel.anyKey, observer: view(observer))
        }
    }

    func unregisterAll(_ channel: Channel, _ system: SystemUnderTest) {
        if let delegates = delegates(channel, system) {
            delegates.removeAll()
        } else if let broadcaster = system.broadcasters[channel.owner] {
            broadcaster.unregister(T.self, for: channel.anyKey)
        } else {
            Broadcaster.unregister(T.self, for: channel.anyKey)
        }
    }

    func call(_ channel: Channel, _ method: CallMethod, _ message: Message, _ system: SystemUnderTest) {
        let delegates = delegates(channel, system)
        switch method {
        case .notify:
            if let delegates {
                delegates.invoke { send($0, message) }
                return
            }
            system.recordSent()
            // Always to the main queue, so that the order of all broadcasts is known.
            let broadcaster = system.broadcasters[channel.owner] ?? .current
            switch message.number % 3 {
            case 0: broadcaster.notify(T.self, for: channel.anyKey, on: .main) { send($0, message) }
            case 1: broadcaster.notify(T.self, for: channel.anyKey) { send($0, message) }
            default:
                Broadcaster.$current.withValue(broadcaster) {
                    Broadcaster.notify(T.self, for: channel.anyKey) { send($0, message) }
                }
            }
        case .forEach(let limit):
            do {
                func body(_ observer: T) throws {
                    send(observer, message)
                    if message.calls == limit { throw Stop() }
                }
                if let delegates { try delegates.invoke(body) } else { try observers(channel, system).forEach(body) }
            } catch {
                system.record(.threw(message: message.number))
            }
        case .forIn(let limit):
            let iterator = iterator(channel, system)
            while let observer = iterator.next() {
                send(observer, message)
                if message.calls == limit { break }
            }
        }
    }

    func start(_ channel: Channel, message: Int, _ system: SystemUnderTest) -> (_ script: [Step]) -> Void {
        let iterator = iterator(channel, system)
        return { script in
            if let observer = iterator.next() { send(observer, Message(number: message, scripts: [script])) }
        }
    }

    /// Returns a function that lists the observers of a channel, as they are when it is called.
    func hold(_ channel: Channel, _ system: SystemUnderTest) -> () -> [Int] {
        if let delegates = delegates(channel, system) {
            return {
                let living = Array(delegates)
                let agrees = delegates.count == living.count && delegates.isEmpty == living.isEmpty
                return numbers(of: living, if: agrees && living.allSatisfy { delegates.contains($0) })
            }
        }
        let observers = observers(channel, system)
        return {
            let living = Array(observers)
            let agrees = observers.count == living.count && observers.isEmpty == living.isEmpty
            return numbers(of: living, if: agrees && living.allSatisfy { observers.contains($0) })
        }
    }

    private func numbers(of living: [T], if agrees: Bool) -> [Int] {
        agrees ? living.map { (object(of: $0) as! Observer).number } : [.min]
    }

    func purgeKeys(_ system: SystemUnderTest) {
        for broadcaster in system.broadcasters.values { broadcaster.purge(T.self) }
    }

    /// Checks that no key is left when all observers are gone.
    func checkNoKeys(_ system: SystemUnderTest) {
        purgeKeys(system)
        for broadcaster in system.broadcasters.values {
            precondition(broadcaster.keyCount(of: T.self) == 0, "a key is left")
        }
    }

    /// Checks the sets that exist, and makes none.
    func checkInvariants(_ system: SystemUnderTest) {
        for broadcaster in system.broadcasters.values {
            let entry = broadcaster.withRegistry { $0.existingEntry(of: T.self) }
            entry?.channels.checkInvariants()
        }
        (system.delegates[number] as! MulticastDelegate<T>?)?.delegates.members.checkInvariants()
    }

    private func observers(_ channel: Channel, _ system: SystemUnderTest) -> Broadcaster.Observers<T> {
        (system.broadcasters[channel.owner] ?? .current).observers(of: T.self, for: channel.anyKey)
    }

    private func iterator(_ channel: Channel, _ system: SystemUnderTest) -> AnyIterator<T> {
        if let delegates = delegates(channel, system) { return AnyIterator(delegates.makeIterator()) }
        return AnyIterator(observers(channel, system).makeIterator())
    }

    private func delegates(_ channel: Channel, _ system: SystemUnderTest) -> MulticastDelegate<T>? {
        guard channel.owner == Channel.delegates else { return nil }
        if let present = system.delegates[number] { return (present as! MulticastDelegate<T>) }
        let new = MulticastDelegate<T>()
        system.delegates[number] = new
        return new
    }
}

extension Channel {
    /// The key, or what stands for none; an odd one is an object, which is released when the key goes.
    fileprivate var anyKey: any Hashable & Sendable {
        guard let key else { return Broadcaster.NoKey() }
        return key.isMultiple(of: 2) ? key : Room("\(key)")
    }
}
