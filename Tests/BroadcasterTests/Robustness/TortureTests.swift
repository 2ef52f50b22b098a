import Foundation
import TestSupport
import Testing

@testable import Broadcaster

/// Everything at once, on several threads, with checks of the contract at each call and at the end.
///
/// `BROADCASTER_TORTURE_SECONDS` sets how long.
@Suite("Torture", .watched)
struct TortureTests {
    @Test(
        "readers, changers, kept iterators, pending broadcasts, keys and dying broadcasters at once break no rule",
        .timeLimit(.minutes(60)))
    func everythingAtOnce() async {
        let wanted = ProcessInfo.processInfo.environment["BROADCASTER_TORTURE_SECONDS"].flatMap(Double.init)
        // Time: how much is tried. What is checked holds for any amount.
        let end = DispatchTime.now() + (wanted ?? 0.5)
        let world = World()
        await onThreads(6) { thread in
            let worker = Worker(thread, in: world)
            while DispatchTime.now() < end { worker.work() }
        }
        await world.settle()
        #expect(world.report.faults.entries.prefix(5) == [])
        for (resident, sent) in world.residents.entries { #expect(resident.calls == sent.value) }
        for world in world.parts {
            for place in 0..<World.residentPlaces {
                // Twice for a key, because it is registered without one as well.
                let left = place == 0 ? [world.resident] : [world.resident, world.resident]
                let isAlone = world.observers(place).elementsEqual(left) { $0 as AnyObject === $1 }
                #expect(isAlone, "only the resident is left")
            }
            world.broadcaster.unregister(Listener.self)
            #expect(world.broadcaster.keyCount(of: Listener.self) == 0)
        }
        #expect(world.report.created.value == world.report.deallocated.value + world.residents.entries.count)
        if wanted != nil { print("torture: \(world.steps.value) steps, \(world.report.created.value) observers") }
    }

    protocol Listener: AnyObject, Sendable { func receive(_ message: Message, onMainQueue: Bool) }

    protocol Other: AnyObject, Sendable {}

    /// A channel of a broadcaster.
    struct Place: Hashable {
        let part: ObjectIdentifier
        let number: Int

        /// The place without a key, whose observers receive what is sent to any place of the part.
        var withoutKey: Place { Place(part: part, number: 0) }
    }

    final class Message: Sendable {
        let place: Place
        let thread: Int
        let number: Int
        /// The world's time when `notify` had returned.
        let returned = Locked<Int?>(nil)

        init(_ place: Place, thread: Int, number: Int) {
            self.place = place
            self.thread = thread
            self.number = number
        }
    }

    /// What observers know of their world, which owns some of them.
    final class Report: Sendable {
        let faults = Log<String>()
        let created = Counter()
        let deallocated = Counter()
        private let time = Locked(0)

        func now() -> Int {
            time.withLock {
                $0 += 1
                return $0
            }
        }
    }

    /// Checks what it receives.
    ///
    /// It joins a place once at most, so it is known what it must not receive.
    final class Observer: Listener, Other {
        private struct State {
            var joined: [Place: Int] = [:]
            var received: [[Bool: Int]] = Array(repeating: [:], count: 6)
            var hasLeft = false
            var calls = 0
        }

        private let state = Locked(State())
        private let report: Report
        private let onDeinit: (@Sendable (Observer) -> Void)?

        init(in world: World, onDeinit: (@Sendable (Observer) -> Void)? = nil) {
            report = world.report
            self.onDeinit = onDeinit
            report.created.increment()
        }

        deinit {
            onDeinit?(self)
            report.deallocated.increment()
        }

        var calls: Int { state.withLock { $0.calls } }

        /// Notes that it joins now, and returns whether that is the first time.
        func joins(_ place: Place) -> Bool {
            let now = report.now()
            return state.withLock {
                guard $0.joined[place] == nil else { return false }
                $0.joined[place] = now
                return true
            }
        }

        /// Notes, on the main queue, that it was unregistered there.
        func hasLeft() { state.withLock { $0.hasLeft = true } }

        func receive(_ message: Message, onMainQueue: Bool) {
            let returned = message.returned.withLock { $0 }
            let fault: String? = state.withLock { state in
                state.calls += 1
                let last = state.received[message.thread].updateValue(message.number, forKey: onMainQueue)
                let joined = Set([message.place, message.place.withoutKey]).compactMap { state.joined[$0] }
                if let last, last > message.number { return "1. out of order" }
                if last == message.number, joined.count < 2 { return "8. twice" }
                guard let first = joined.min() else { return "9. of another channel" }
                if let returned, first > returned { return "2. sent before it registered" }
                if onMainQueue, state.hasLeft { return "3. after unregister" }
                return nil
            }
            if let fault { report.faults.write(fault) }
        }
    }

    /// A broadcaster with an observer that stays registered; it is replaced while broadcasts of it are pending.
    final class Part: Sendable {
        let broadcaster = Broadcaster()
        let resident: Observer
        let sent = Counter()

        init(in world: World) {
            resident = Observer(in: world)
            for place in 0..<World.residentPlaces { register(resident, at: place) }
            world.residents.write((resident, sent))
        }

        /// Counts the calls that the resident gets for a message to a place.
        func countSent(to place: Int) {
            sent.increment()
            if place > 0, place < World.residentPlaces { sent.increment() }
        }

        func place(_ number: Int) -> Place { Place(part: ObjectIdentifier(sent), number: number) }

        /// Without a key, with a number, or with an object.
        func key(_ place: Int) -> any Hashable & Sendable {
            if place == 0 { return Broadcaster.NoKey() }
            return place.isMultiple(of: 2) ? place : Room("\(place)")
        }

        func observers(_ place: Int) -> Broadcaster.Observers<any Listener> {
            broadcaster.observers(of: Listener.self, for: key(place))
        }

        func register(_ observer: Observer, at number: Int) {
            guard observer.joins(place(number)) else { return }
            broadcaster.register(Listener.self, for: key(number), observer: observer)
        }
    }

    final class World: Sendable {
        // The first places have a resident, the others none. Of the last ones, each is used by one thread only.
        static let (residentPlaces, sharedPlaces, places) = (4, 100, 106)

        let report = Report()
        let residents = Log<(Observer, Counter)>()
        let steps = Counter()
        let queue = DispatchQueue(label: "test")
        private let present = Locked<[Part]>([])

        init() { present.withLock { $0 = (0..<3).map { _ in Part(in: self) } } }

        var parts: [Part] { present.withLock { $0 } }

        func replace(_ index: Int) {
            let new = Part(in: self)
            let old = present.withLock { parts in
                defer { parts[index] = new }
                return parts[index]
            }
            withExtendedLifetime(old) {}
        }

        func settle() async {
            for _ in 0..<3 {
                for part in parts { await part.broadcaster.settled() }
                await withCheckedContinuation { done in queue.async { done.resume() } }
                await Broadcaster().settled()
            }
        }
    }

    final class Worker {
        private let thread: Int
        private let world: World
        private var observers: [Observer] = []
        private var iterators: [Broadcaster.Observers<any Listener>.Iterator] = []
        private var number = 0

        init(_ thread: Int, in world: World) { (self.thread, self.world) = (thread, world) }

        /// Takes some steps, and waits for the queues, so that they don't grow.
        func work() {
            for _ in 0..<100 { step() }
            world.steps.increment()
            let delivered = DispatchSemaphore(value: 0)
            DispatchQueue.main.async { delivered.signal() }
            delivered.wait()
            world.queue.sync {}
        }

        private func step() {
            let part = world.parts.randomElement()!
            let place = Int.random(in: 0..<(Bool.random() ? World.residentPlaces : World.sharedPlaces))
            switch Int.random(in: 0..<200) {
            case 0..<40:
                let observer = Observer(in: world, onDeinit: Bool.random() ? nil : meddle(with: part, at: place))
                observers.append(observer)
                part.register(observer, at: place)
                part.register(observer, at: (place + 1) % World.sharedPlaces)
                part.broadcaster.register(Other.self, observer: observer)
                if observers.count > 20 { observers.remove(at: .random(in: observers.indices)) }
            case 40..<50: observers = []
            case 50..<52: part.broadcaster.unregister(Listener.self, observer: anyObserver)
            case 52..<70: part.broadcaster.unregister(Listener.self, for: part.key(place), observer: anyObserver)
            case 70..<75: part.broadcaster.unregister(observer: anyObserver)
            case 75..<80:
                let observer = Observer(in: world)
                part.register(observer, at: place)
                notify(part, at: place)
                DispatchQueue.main.async {
                    part.broadcaster.unregister(observer: observer)
                    observer.hasLeft()
                }
                notify(part, at: place)
            case 80..<120: notify(part, at: place)
            case 120..<150:
                var visits: [ObjectIdentifier: Int] = [:]
                for listener in part.observers(place) { visits[ObjectIdentifier(listener), default: 0] += 1 }
                if visits.values.contains(where: { $0 > (place == 0 ? 1 : 2) }) {
                    world.report.faults.write("12. visited more often than registered")
                }
                if visits[ObjectIdentifier(part.resident)] == nil { world.report.faults.write("12. not visited") }
            case 150..<160:
                if iterators.count > 3 { iterators.removeFirst() }
                iterators.append(part.observers(place).makeIterator())
            case 160..<175: if !iterators.isEmpty { _ = iterators[.random(in: iterators.indices)].next() }
            case 175..<185:
                if !part.observers(place).contains(part.resident) {
                    world.report.faults.write("a member isn't found")
                }
            case 185..<194: registerAndNotify(part)
            case 194..<196: part.broadcaster.unregister(Other.self)
            case 196..<198: _ = part.broadcaster.channels
            case 198: part.broadcaster.unregister(Listener.self, for: part.key(World.residentPlaces))
            default: if Int.random(in: 0..<5) == 0 { world.replace(.random(in: 0..<3)) }
            }
        }

        private var anyObserver: Observer { observers.randomElement() ?? Observer(in: world) }

        private func meddle(with part: Part, at place: Int) -> @Sendable (Observer) -> Void {
            { [weak part] observer in
                guard let part else { return }
                part.broadcaster.unregister(observer: observer)
                part.broadcaster.unregister(Listener.self, for: part.key(place), observer: observer)
                part.broadcaster.register(Other.self, for: place, observer: part.resident)
            }
        }

        private func notify(_ part: Part, at place: Int) {
            number += 1
            let message = Message(part.place(place), thread: thread, number: number)
            part.countSent(to: place)
            if Bool.random() {
                part.broadcaster.notify(Listener.self, for: part.key(place)) { $0.receive(message, onMainQueue: true) }
            } else {
                part.broadcaster.notify(Listener.self, for: part.key(place), on: world.queue) {
                    $0.receive(message, onMainQueue: false)
                }
            }
            let now = world.report.now()
            message.returned.withLock { $0 = now }
        }

        /// What was registered for a key that comes and goes is found by `notify`.
        private func registerAndNotify(_ part: Part) {
            let place = World.sharedPlaces + thread
            let observer = Observer(in: world)
            part.register(observer, at: place)
            number += 1
            let message = Message(part.place(place), thread: thread, number: number)
            part.countSent(to: place)
            part.broadcaster.notify(Listener.self, for: part.key(place), on: world.queue) {
                $0.receive(message, onMainQueue: false)
            }
            world.queue.sync {}
            if observer.calls != 1 { world.report.faults.write("a registered observer that no sender finds") }
        }
    }
}
