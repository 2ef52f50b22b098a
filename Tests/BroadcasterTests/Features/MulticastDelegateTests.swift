import Foundation
import TestSupport
import Testing

@testable import Broadcaster

@Suite("MulticastDelegate", .timeLimit(.minutes(60)), .watched)
struct MulticastDelegateTests {
    protocol PlayerDelegate: AnyObject {
        func didStart(_ track: String)
        func shouldStop() -> Bool
    }

    final class Listener: PlayerDelegate {
        var received: [String] = []
        let agrees: Bool

        init(agrees: Bool = true) { self.agrees = agrees }

        func didStart(_ track: String) { received.append(track) }
        func shouldStop() -> Bool { agrees }
    }

    @Test("a multicast delegate adds, removes, looks up and invokes its delegates")
    func members() {
        let delegates = MulticastDelegate<any PlayerDelegate>()
        #expect(delegates.isEmpty)
        let first = Listener()
        let second = Listener()
        delegates.add(first)
        delegates += second
        delegates += first
        #expect(delegates.count == 2)
        #expect(delegates.contains(first))
        delegates.invoke { $0.didStart("1") }
        delegates.remove(first)
        delegates.invoke { $0.didStart("2") }
        delegates -= second
        #expect(delegates.isEmpty)
        delegates.add(first)
        delegates.removeAll()
        delegates.invoke { $0.didStart("3") }
        #expect(delegates.isEmpty)
        #expect(first.received == ["1"])
        #expect(second.received == ["1", "2"])
    }

    @Test("a multicast delegate adds and removes the delegates in an array, in order, each once")
    func manyDelegates() {
        let listeners = [Listener(), Listener(), Listener(), Listener()]
        let delegates = MulticastDelegate<any PlayerDelegate>()
        delegates.add(contentsOf: [listeners[2], listeners[0], listeners[2]])
        delegates.add(contentsOf: listeners.reversed())
        #expect(
            delegates.allObjects.map(ObjectIdentifier.init) == [2, 0, 3, 1].map { ObjectIdentifier(listeners[$0]) })
        delegates.remove(contentsOf: [listeners[0], listeners[3], listeners[0]])
        #expect(delegates.allObjects.map(ObjectIdentifier.init) == [2, 1].map { ObjectIdentifier(listeners[$0]) })
        delegates.remove(contentsOf: listeners)
        #expect(delegates.allObjects.isEmpty)
    }

    @Test("forEach and invoke call the same delegates, stop at the first error, and throw it with its type")
    func forEach() {
        struct Stop: Error {}
        let listeners = [Listener(), Listener(agrees: false), Listener()]
        let delegates = MulticastDelegate<any PlayerDelegate>(listeners)
        func start(_ delegate: any PlayerDelegate) throws(Stop) {
            delegate.didStart("1")
            if !delegate.shouldStop() { throw Stop() }
        }
        #expect(throws: Stop.self) { try delegates.forEach(start) }
        #expect(listeners.map(\.received.count) == [1, 1, 0])
        do throws(Stop) {
            try delegates.invoke(start)
        } catch {}
        #expect(listeners.map(\.received.count) == [2, 2, 0])
        delegates.forEach { delegate in
            delegates.remove(listeners[1])
            delegate.didStart("2")
        }
        #expect(listeners.map(\.received.count) == [3, 2, 1])
    }

    @Test("a multicast delegate starts with the delegates of an array")
    func initialDelegates() {
        let listeners = [Listener(), Listener(agrees: false)]
        let delegates = MulticastDelegate<any PlayerDelegate>(listeners)
        #expect(delegates.map { $0.shouldStop() } == [true, false])
        #expect(delegates.reduce(0) { $0 + ($1.shouldStop() ? 1 : 0) } == 1)
        for delegate in delegates { delegate.didStart("1") }
        #expect(listeners.allSatisfy { $0.received == ["1"] })
    }

    @Test("a multicast delegate forgets deallocated delegates")
    func deallocatedDelegates() {
        let delegates = MulticastDelegate<any PlayerDelegate>()
        // Each look purges, so each has its own delegate.
        delegates.add(Listener())
        #expect(delegates.isEmpty)
        delegates.add(Listener())
        #expect(delegates.count == 0)
    }

    final class PlayerDelegates: MulticastDelegate<any PlayerDelegate>, PlayerDelegate {
        func didStart(_ track: String) { invoke { $0.didStart(track) } }
        func shouldStop() -> Bool { allSatisfy { $0.shouldStop() } }
    }

    final class Player {
        weak var delegate: (any PlayerDelegate)?
    }

    @Test("removing all delegates removes even those that were deallocated")
    func removeAllAndDeallocated() {
        let living = Counter()
        let delegates = MulticastDelegate<any Incrementing>([living, Counter(), Counter()])
        delegates.removeAll()
        #expect(delegates.delegates.members.count == 0)
        #expect(delegates.delegates.members.capacity == 0)
        withExtendedLifetime(living) {}
    }

    @Test("a subclass of a multicast delegate stands in for the protocol, and combines answers")
    func standIn() {
        let agreeing = Listener()
        let refusing = Listener(agrees: false)
        let delegates = PlayerDelegates([agreeing])
        let player = Player()
        player.delegate = delegates
        player.delegate?.didStart("1")
        #expect(player.delegate?.shouldStop() == true)
        delegates += refusing
        player.delegate?.didStart("2")
        #expect(player.delegate?.shouldStop() == false)
        #expect(agreeing.received == ["1", "2"])
        #expect(refusing.received == ["2"])
    }

    @Test("a multicast delegate is an object like any NSObject")
    func isObject() {
        let delegates: NSObject = PlayerDelegates()
        #expect(delegates.isEqual(delegates))
        #expect(delegates != PlayerDelegates())
    }
}
