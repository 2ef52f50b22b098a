import TestSupport
import Testing

@testable import Broadcaster

/// The registrations with and without a key as a plain value, without threads.
@Suite("The table of channels", .timeLimit(.minutes(60)), .watched)
struct ChannelTableTests {
    final class Object {}

    private let keys = (0..<3).map { ChannelKey.make($0) }

    private func registration(of object: Object) -> Registration {
        withUnsafeBytes(of: object) { Registration.make(bits: $0) }
    }

    /// A registration as it would be at another address, because an allocator needn't reuse one.
    private func registration(of object: Object, at identity: ObjectIdentifier) -> Registration {
        let registration = registration(of: object)
        registration.withUnsafeMutablePointerToElements { $0.pointee = UInt(bitPattern: identity) }
        return registration
    }

    @Test("a new object at the address of a deallocated one inherits none of its keys")
    func reusedAddress() {
        var table = ChannelTable()
        var old: Object? = Object()
        // A debug build reads the class there.
        let memory = DeallocatedMemory(of: old!)
        let identity = ObjectIdentifier(old!)
        for key in keys[0...1] { _ = table.insert(registration(of: old!), for: key) }
        old = nil
        let new = Object()
        for key in keys[1...2] {
            _ = table.insert(registration(of: new, at: identity), for: key)
            table.checkInvariants()
        }
        #expect(table.registrations(of: identity, for: keys[0]).isEmpty)
        for key in keys[1...2] { #expect(table.registrations(of: identity, for: key).count == 1) }
        for key in table.keys(of: identity) { _ = table.takeOut(.observer(identity), for: key) }
        table.checkInvariants()
        #expect(table.keys(of: identity).isEmpty)
        withExtendedLifetime((new, memory)) {}
    }

    @Test("a key that a new object has in common with a deallocated one at its address goes with its registration")
    func sharedKey() {
        var table = ChannelTable()
        var old: Object? = Object()
        // A debug build reads the class there.
        let memory = DeallocatedMemory(of: old!)
        let identity = ObjectIdentifier(old!)
        for key in keys[0...1] { _ = table.insert(registration(of: old!), for: key) }
        _ = table.takeOut(.observer(identity), for: keys[0])
        old = nil
        let new = Object()
        _ = table.insert(registration(of: new, at: identity), for: keys[1])
        table.checkInvariants()
        _ = table.takeOut(.observer(identity), for: keys[1])
        #expect(table.keys(of: identity).isEmpty)
        table.checkInvariants()
        withExtendedLifetime((new, memory)) {}
    }

    @Test("the observers that readers found deallocated leave the index when their channel is compacted")
    func compacted() {
        var table = ChannelTable()
        let living = Object()
        for key in keys { _ = table.insert(registration(of: living), for: key) }
        do {
            let others = (0..<15).map { _ in Object() }
            for key in keys { for other in others { _ = table.insert(registration(of: other), for: key) } }
            withExtendedLifetime(others) {}
        }
        for key in keys[0...1] {
            #expect(table.snapshot(for: key)?.slots.countLiving() == 1)
            // The second reader counts the registrations that the first one ended.
            table.snapshot(for: key)?.forEach { (_: Object) in }
        }
        _ = table.compactIfDue(for: keys[0])
        #expect(table.channelsByObserver.count == 16, "the other keys still have them")
        _ = table.compactIfDue(for: keys[1])
        _ = table.insert(registration(of: living), for: keys[2])
        #expect(table.keys(of: ObjectIdentifier(living)).count == 3)
        #expect(table.snapshot(for: keys[2])?.slots.countLiving() == 1)
        _ = table.takeOut(.ended, for: keys[2])
        #expect(table.channelsByObserver.count == 1)
        table.checkInvariants()
        withExtendedLifetime(living) {}
    }

    @Test("the dictionaries of many keys give back their room")
    func room() {
        var table = ChannelTable()
        let objects = (0..<5000).map { _ in Object() }
        let keys = objects.indices.map { ChannelKey.make($0) }
        for (key, object) in zip(keys, objects) { _ = table.insert(registration(of: object), for: key) }
        table.checkInvariants()
        for (key, object) in zip(keys, objects).dropLast(10) {
            _ = table.takeOut(.observer(ObjectIdentifier(object)), for: key)
        }
        table.checkInvariants()
        #expect(table.channels.count == 10)
    }

    @Test("a purge is due once until it begins, and what becomes due after that needs another one")
    func purgeDue() {
        var table = ChannelTable()
        let objects = (0..<200).map { _ in Object() }
        func countDue(_ objects: some Sequence<Object>) -> Int {
            objects.count { object in table.insert(registration(of: object), for: nil)?.isPurgeDue == true }
        }
        #expect(countDue(objects[..<100]) == 1)
        #expect(table.beginPurge().count == 1)
        #expect(countDue(objects[100...]) == 1)
        withExtendedLifetime(objects) {}
    }

    @Test("an observer of many keys is found for each, and its entry in the index gives back room")
    func manyKeys() {
        var table = ChannelTable()
        let object = Object()
        let identity = ObjectIdentifier(object)
        let keys = (0..<200).map { ChannelKey.make($0) }
        for key in keys { _ = table.insert(registration(of: object), for: key) }
        #expect(Set(table.keys(of: identity).map { ObjectIdentifier($0) }) == Set(keys.map { ObjectIdentifier($0) }))
        for (left, key) in keys.enumerated().reversed() {
            _ = table.takeOut(.observer(identity), for: key)
            #expect(table.keys(of: identity).count == left)
            if left == 10 { #expect(table.channelsByObserver[identity]!.capacity < 50) }
        }
        #expect(table.channelsByObserver.isEmpty)
        withExtendedLifetime(object) {}
    }
}
