import TestSupport
import Testing

@testable import Broadcaster

/// The policy of a channel as a plain value, without threads.
@Suite("Registrations of one channel", .timeLimit(.minutes(60)), .watched)
struct RegistrationListTests {
    final class Object {}

    /// Drives registrations without a key as `LockedRegistrations` does, and checks the invariants after each step.
    final class Driver {
        private var table = ChannelTable()

        var buffer: SlotBuffer { table.withoutKey.buffer }
        var count: Int { table.withoutKey.count }

        func inspect<R>(_ body: (borrowing RegistrationList) -> R) -> R { body(table.withoutKey) }

        /// Makes a change that returns the buffer that it replaced, which is released outside the lock.
        private func change(_ body: (inout ChannelTable) -> Garbage) {
            let before = buffer
            let garbage = body(&table)
            if buffer !== before {
                #expect(garbage.buffer === before)
            } else {
                #expect(garbage.buffer == nil || before === SlotBuffer.empty)
            }
            table.checkInvariants()
        }

        func slots() -> FilledSlots? {
            change { $0.compactIfDue(for: nil) }
            return table.withoutKey.slots
        }

        /// Adds a registration, and returns whether a purge is due.
        @discardableResult
        func add(_ registration: Registration) -> Bool {
            var isPurgeDue = false
            change {
                guard let insertion = $0.insert(registration, for: nil) else { return Garbage() }
                isPurgeDue = insertion.isPurgeDue
                return insertion.garbage
            }
            if isPurgeDue { _ = table.beginPurge() }
            return isPurgeDue
        }

        /// Adds an object, and returns whether a purge is due.
        @discardableResult
        func add(_ object: Object) -> Bool {
            add(withUnsafeBytes(of: object) { Registration.make(bits: $0) })
        }

        func remove(_ object: Object) { remove(.observer(ObjectIdentifier(object))) }

        func removeAll() { remove(.all) }

        func remove(_ removal: RegistrationList.Removal) { change { $0.takeOut(removal, for: nil) } }

        /// The living objects that a reader visits.
        func read() -> [Object] {
            var objects: [Object] = []
            Snapshot(slots())?.forEach { objects.append($0) }
            return objects
        }

        /// Whether a reader visits these objects, in this order.
        func holds(_ objects: some Sequence<Object>) -> Bool { read().elementsEqual(objects, by: ===) }

        func purge() {
            if let slots = slots(), slots.countLiving() < slots.end { remove(.ended) }
        }

        func contains(_ object: Object) -> Bool {
            inspect { $0[ObjectIdentifier(object)] != nil }
        }
    }

    @Test("a closure without its owner is compacted away by the next reader, and an observer after many")
    func compactionIsDue() throws {
        for isClosure in [true, false] {
            let driver = Driver()
            let objects = (0..<20).map { _ in Object() }
            for object in objects { driver.add(object) }
            // One that was unregistered is no reason to compact sooner.
            let removed = Object()
            driver.add(removed)
            driver.remove(removed)
            do {
                let (object, adapter) = (Object(), Object())
                let registration = withUnsafeBytes(of: isClosure ? adapter : object) { Registration.make(bits: $0) }
                if isClosure {
                    registration.setKind(
                        .closureOfOwner, adapter: OwnedAdapter(adapter, of: object, isOnMainActor: false))
                }
                driver.add(registration)
            }
            let buffer = driver.buffer
            #expect(driver.holds(objects))
            #expect(buffer.isCompactionDue == isClosure)
            if !isClosure {
                // Of 22 slots, one is of an unregistered observer. So the tenth reader makes it half of them.
                for _ in 2..<10 { #expect(driver.holds(objects)) }
                #expect(!buffer.isCompactionDue)
                #expect(driver.holds(objects))
            }
            #expect(buffer.isCompactionDue)
            #expect(driver.holds(objects))
            #expect(driver.buffer !== buffer)
            #expect(!driver.buffer.isCompactionDue)
        }
    }

    @Test("slots that a snapshot covers are never written again, and keep their registrations")
    func appendOnly() throws {
        let driver = Driver()
        let objects = (0..<5).map { _ in Object() }
        for object in objects[..<3] { driver.add(object) }
        let snapshot = try #require(driver.slots())
        func slots() -> [ObjectIdentifier] {
            (0..<snapshot.end).map { snapshot.buffer.withSlot($0) { ObjectIdentifier($0) } }
        }
        let before = slots()
        for object in objects[..<2] { driver.remove(object) }
        for object in objects { driver.add(object) }
        #expect(snapshot.buffer === driver.buffer)
        driver.removeAll()
        for object in objects { driver.add(object) }
        #expect(snapshot.buffer !== driver.buffer)
        #expect(slots() == before)
        #expect(snapshot.buffer.count == 7)
        var visited = 0
        Snapshot(snapshot)?.forEach { (_: Object) in visited += 1 }
        #expect(visited == 0, "all registrations that it covers have ended")
    }

    @Test("a buffer has room for two at first, then for sixteen, then for twice as many as were in it")
    func room() {
        let driver = Driver()
        let objects = (0..<17).map { _ in Object() }
        var rooms: [Int] = []
        for object in objects {
            driver.add(object)
            if rooms.last != driver.buffer.slotCount { rooms.append(driver.buffer.slotCount) }
        }
        #expect(rooms == [2, 16, 32])
        driver.removeAll()
        #expect(driver.buffer === SlotBuffer.empty)
        withExtendedLifetime(objects) {}
    }

    @Test("a removal compacts a buffer once half are removed, if it has sixteen", arguments: [15, 16])
    func halfRemoved(count: Int) {
        let driver = Driver()
        let objects = (0..<count).map { _ in Object() }
        for object in objects { driver.add(object) }
        let buffer = driver.buffer
        for object in objects[..<7] { driver.remove(object) }
        #expect(driver.buffer === buffer)
        driver.remove(objects[7])
        #expect((driver.buffer !== buffer) == (count == 16))
        #expect(driver.holds(objects[8...]))
    }

    @Test("no reader compacts a buffer for removed observers alone")
    func passedRemoved() {
        let driver = Driver()
        let objects = (0..<15).map { _ in Object() }
        for object in objects { driver.add(object) }
        let buffer = driver.buffer
        for object in objects[1...] { driver.remove(object) }
        for _ in 0..<100 { #expect(driver.holds(objects[..<1])) }
        #expect(driver.buffer === buffer)
    }

    @Test("compacting loads no observer, so it keeps registrations that no reader came across")
    func loadsNothing() {
        let driver = Driver()
        var objects = (0..<16).map { _ in Object() }
        let last = Object()
        for object in objects { driver.add(object) }
        objects.removeLast(12)
        driver.add(last)
        #expect(driver.buffer.slotCount == 32)
        #expect(driver.count == 17)
        #expect(driver.holds(objects + [last]))
    }

    @Test("the index of observers gives back the room of those that were removed, although one stays")
    func roomOfIndex() {
        var list = RegistrationList()
        let objects = (0..<10_000).map { _ in Object() }
        for object in objects { _ = list.insert(withUnsafeBytes(of: object) { Registration.make(bits: $0) }) }
        let most = list.positions.capacity
        for object in objects[1...] { _ = list.apply(.observer(ObjectIdentifier(object))) }
        let left = list.positions.capacity
        #expect(list.count == 1)
        #expect(most >= 10_000)
        #expect(left < 100)
        withExtendedLifetime(objects) {}
    }

    @Test("a replaced buffer lives as long as a snapshot of it, and no longer")
    func replaced() {
        let driver = Driver()
        let objects = (0..<3).map { _ in Object() }
        for object in objects[..<2] { driver.add(object) }
        @Weak var buffer = driver.buffer
        var snapshot = driver.slots()
        driver.add(objects[2])
        #expect(buffer != nil)
        #expect(snapshot?.end == 2)
        snapshot = nil
        #expect(buffer == nil)
    }

    @Test("an object at the address of a deallocated one is registered last, even if adding it compacts the buffer")
    func reusedAddress() {
        for count in [3, 16] {
            let driver = Driver()
            var objects = (0..<count).map { _ in Object() }
            for object in objects { driver.add(object) }
            let isFull = driver.buffer.isFull
            #expect(isFull == (count == 16))
            // A debug build reads the class there.
            let memory = DeallocatedMemory(of: objects[1])
            let address = ObjectIdentifier(objects.remove(at: 1))
            // An allocator needn't reuse an address, so the registration gets the one that it would have then.
            let new = Object()
            let registration = withUnsafeBytes(of: new) { Registration.make(bits: $0) }
            registration.withUnsafeMutablePointerToElements { $0.pointee = UInt(bitPattern: address) }
            driver.add(registration)
            #expect(driver.count == count)
            let last = driver.buffer.withSlot(driver.buffer.count - 1) { $0.identity }
            #expect(last == address)
            #expect(driver.inspect { $0[address] != nil })
            driver.remove(.observer(address))
            #expect(driver.count == count - 1)
            #expect(driver.holds(objects))
            withExtendedLifetime((new, memory)) {}
        }
    }

    @Test("registrations agree with an array, whatever is added, removed, deallocated and read", arguments: 0..<50)
    func agreesWithArray(seed: UInt64) {
        var random = SplitMix(state: seed)
        let driver = Driver()
        var model: [Object] = []
        var pool = (0..<Int.random(in: 2...60, using: &random)).map { _ in Object() }
        for _ in 0..<400 {
            let index = Int.random(in: 0..<pool.count, using: &random)
            switch Int.random(in: 0..<24, using: &random) {
            case 0..<10:
                if driver.add(pool[index]) { driver.purge() }
                if !model.contains(where: { $0 === pool[index] }) { model.append(pool[index]) }
            case 10..<16:
                driver.remove(pool[index])
                model.removeAll { $0 === pool[index] }
            case 16..<19:
                model.removeAll { $0 === pool[index] }
                pool[index] = Object()
            case 19..<22: #expect(driver.holds(model))
            case 22:
                let isMember = driver.contains(pool[index])
                #expect(isMember == model.contains { $0 === pool[index] })
            default:
                if Int.random(in: 0..<10, using: &random) == 0 {
                    driver.removeAll()
                    model = []
                }
            }
        }
        #expect(driver.holds(model))
    }
}
