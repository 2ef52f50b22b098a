import BroadcasterAtomics

@testable import Broadcaster

/// A small program of several threads, run once for each schedule.
struct Scenario {
    let name: String
    let run: () -> Void

    init(_ name: String, run: @escaping () -> Void) {
        self.name = name
        self.run = run
    }
}

/// Runs the bodies as threads of one schedule, beside the main queue and other queues, until nothing is left to do.
func inThreads(queues: [DispatchQueue] = [], _ bodies: () -> Void...) {
    let threads = Threads(queues: queues, bodies: bodies)
    DispatchQueue.workCount = bodies.count
    ExploreRun(
        Int32(1 + queues.count + bodies.count),
        { Unmanaged<Threads>.fromOpaque($1).takeUnretainedValue().run(Int($0)) }, opaque(threads))
    withExtendedLifetime(threads) {}
}

private final class Threads {
    private let queues: [DispatchQueue]
    private let bodies: [() -> Void]

    init(queues: [DispatchQueue], bodies: [() -> Void]) {
        (self.queues, self.bodies) = ([.main] + queues, bodies)
    }

    func run(_ thread: Int) {
        guard thread >= queues.count else { return queues[thread].run() }
        bodies[thread - queues.count]()
        DispatchQueue.workCount -= 1
    }
}

func opaque(_ object: AnyObject) -> UnsafeMutableRawPointer { Unmanaged.passUnretained(object).toOpaque() }

/// Ends the program, and prints the schedule, unless the condition holds.
func require(_ condition: Bool, _ promise: @autoclosure () -> String) {
    if !condition { ExploreFail(promise()) }
}

/// A flag by which one thread of a test tells another what has happened.
final class Signal: @unchecked Sendable {
    // `@unchecked` because its word is atomic.
    private let word = UnsafeMutablePointer<BroadcasterWord>.allocate(capacity: 1)

    init() { word.initialize(to: BroadcasterWord()) }

    deinit { word.deallocate() }

    func send() { BroadcasterWordStore(word, 1) }

    var isSent: Bool { BroadcasterWordLoad(word) != 0 }
}

protocol Listener: AnyObject, Sendable {
    func hear(_ calls: Calls)
}

/// Which observers were called, in order.
final class Calls: @unchecked Sendable {
    // `@unchecked` because one thread runs at a time.
    var numbers: [Int] = []

    func expectInOrder() {
        require(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }, "called in order, once each: \(numbers)")
    }

    /// Whether the calls are those to `all`, in order, and possibly those to `some` as well.
    func expect(all: [Int], some: [Int] = []) {
        expectInOrder()
        require(numbers.filter { !some.contains($0) } == all, "calls \(all), and called \(numbers)")
    }
}

class Observer: Listener, @unchecked Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }

    func hear(_ calls: Calls) {
        require(ExploreLocksHeld() == 0, "no lock is held while an observer is called")
        calls.numbers.append(number)
    }

    deinit { require(ExploreLocksHeld() == 0, "no lock is held while an observer is released") }
}

/// An observer that removes itself from a set when it is deallocated.
final class Leaver: Observer, @unchecked Sendable {
    private let set: WeakObjectSet<any Listener>

    init(_ number: Int, leaving set: WeakObjectSet<any Listener>) {
        self.set = set
        super.init(number)
    }

    deinit { set.remove(self) }
}

/// A set and its first observers.
final class Room {
    let set = WeakObjectSet<any Listener>()
    var observers: [Observer]
    private var others: [Observer] = []
    private let gate: ReaderGate
    private weak var firstBuffer: RegistrationBuffer?

    /// Makes a set whose buffer has eight slots, and is replaced when as many observers are removed as are left.
    init(_ count: Int, removed: Int = 0) {
        gate = Mirror(reflecting: set.list).descendant("gate") as! ReaderGate
        observers = (0..<count).map { Observer($0) }
        set.add(observers)
        set.remove(Array(observers[..<removed]))
        firstBuffer = buffer()
    }

    /// Makes an observer that lives as long as this.
    func observer(_ number: Int) -> Observer {
        let new = Observer(number)
        others.append(new)
        return new
    }

    func calls() -> Calls {
        let calls = Calls()
        set.forEach { $0.hear(calls) }
        return calls
    }

    /// The buffer that is current.
    func buffer() -> RegistrationBuffer {
        let buffer = gate.enter()
        defer { _ = gate.leave() }
        require(buffer != nil, "the gate is open once all readers have left")
        return buffer!.takeUnretainedValue()
    }

    /// What must hold when no thread uses the set any more.
    func expectQuiet(members: [Int]) {
        require(calls().numbers == members, "the members are \(members): \(calls().numbers)")
        require(set.list.hasRegistrations == !members.isEmpty, "a set says whether it has members")
        weak let buffer = self.buffer()
        require(firstBuffer == nil || firstBuffer === buffer, "a retired buffer is reclaimed by the last reader")
        let taken = ExploreLocksTaken()
        set.forEach { _ in }
        require(ExploreLocksTaken() == taken, "iterating takes no lock once all readers have left")
        let hadRoom = set.list.capacity > 0
        set.removeAll()
        require(buffer == nil || !hadRoom, "a retired buffer is reclaimed when all readers have left")
        require(calls().numbers == [], "an emptied set is empty")
        require(set.list.capacity == 0, "an emptied set keeps no room")
    }
}
