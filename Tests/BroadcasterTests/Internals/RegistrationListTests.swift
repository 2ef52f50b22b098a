import Testing

@testable import Broadcaster

/// The policy of a channel as a plain value, without threads.
@Suite("Registrations of one channel", .timeLimit(.minutes(10)))
struct RegistrationListTests {
    final class Object {}

    /// Drives registrations without a key as `LockedChannels` does, and checks the invariants after each step.
    final class Driver {
        private var table = ChannelTable()
        /// How many registrations were written to buffers that replaced others.
        private(set) var copies = 0

        var buffer: SlotBuffer { table.withoutKey.buffer }
        var count: Int { table.withoutKey.count }

        func inspect<R>(_ body: (borrowing RegistrationList) -> R) -> R { body(table.withoutKey) }

        /// Makes a change that returns the buffer that it replaced, which is released outside the lock.
        private func change(_ body: (inout ChannelTable) -> Garbage) {
            let before = buffer
            let garbage = body(&table)
            if buffer !== before {
                #expect(garbage.buffer === before)
                copies += buffer.count
            } else {
                #expect(garbage.buffer == nil || before === SlotBuffer.empty)
            }
            table.checkInvariants()
        }

        func slots() -> FilledSlots? {
            change { $0.compactIfDue(for: nil).first ?? Garbage() }
            return table.withoutKey.slots
        }

        /// Adds a registration, and returns whether a purge is due.
        @discardableResult
        func add(_ registration: Registration) -> Bool {
            var isPurgeDue = false
            change {
                let insertion = $0.insert(registration, for: nil)
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

        func remove(_ removal: RegistrationList.Removal) { change { $0.remove(removal, for: nil) } }

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

    @Test("additions fill a buffer in order, and a full one is replaced by one with room for twice as many")
    func room() {
        let driver = Driver()
        let objects = (0..<100).map { _ in Object() }
        var capacities: [Int] = []
        for object in objects {
            driver.add(object)
            let capacity = driver.buffer.slotCount
            if capacities.last != capacity { capacities.append(capacity) }
        }
        #expect(capacities == [2, 16, 32, 64, 128])
        #expect(driver.holds(objects))
        #expect(driver.copies == 1 + 3 + 17 + 33 + 65)
    }

    @Test("an object that is added again keeps its place, even if the buffer is full")
    func addedAgain() {
        let driver = Driver()
        let objects = (0..<16).map { _ in Object() }
        for object in objects { driver.add(object) }
        let buffer = driver.buffer
        #expect(buffer.isFull)
        let isPurgeDue = driver.add(objects[3])
        #expect(!isPurgeDue)
        #expect(driver.buffer === buffer)
        #expect(driver.holds(objects))
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

    @Test("a buffer is compacted when as many registrations were removed as are left")
    func removed() {
        let driver = Driver()
        let objects = (0..<64).map { _ in Object() }
        for object in objects { driver.add(object) }
        let buffer = driver.buffer
        for object in objects[..<31] { driver.remove(object) }
        #expect(driver.buffer === buffer)
        driver.remove(objects[31])
        #expect(driver.buffer !== buffer)
        #expect(driver.buffer.count == 32)
        #expect(driver.holds(objects[32...]))
        for object in objects { driver.remove(object) }
        #expect(driver.buffer.slotCount <= 16)
        #expect(driver.slots() == nil)
    }

    @Test("a buffer is compacted when readers passed over deallocated observers half as often as it is long")
    func passed() {
        let driver = Driver()
        var objects = (0..<20).map { _ in Object() }
        for object in objects { driver.add(object) }
        objects.removeSubrange(5..<10)
        let buffer = driver.buffer
        #expect(driver.read().count == 15)
        #expect(driver.buffer === buffer)
        #expect(driver.read().count == 15)
        #expect(driver.count == 20)
        #expect(driver.holds(objects))
        #expect(driver.buffer !== buffer)
        #expect(driver.buffer.count == 15)
        #expect(driver.count == 15)
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

    enum Change: CaseIterable { case additions, removals, both, deallocations }

    @Test("compacting copies fewer than three registrations for each change", arguments: Change.allCases)
    func cost(change: Change) {
        let count = 500
        let driver = Driver()
        var objects = (0..<count).map { _ in Object() }
        // Each part alone, from the fewest to the most registrations and back.
        for object in objects { driver.add(object) }
        var changes = count
        switch change {
        case .additions: break
        case .removals:
            for object in objects { driver.remove(object) }
            changes += count
        case .both:
            for _ in 0..<20 {
                for object in objects[..<(count / 2)] { driver.remove(object) }
                for object in objects[..<(count / 2)] { driver.add(object) }
                changes += count
            }
        case .deallocations:
            for _ in 0..<10 {
                objects.removeLast(objects.count / 3)
                for _ in 0..<3 { _ = driver.read() }
                changes += count / 3
            }
        }
        #expect(driver.copies < 3 * changes)
    }

    @Test("a purge is due after twice as many additions as there were registrations at any time since the last one")
    func purgeIsDue() {
        let driver = Driver()
        var objects: [Object] = []
        func countsWhenDue(upTo last: Int) -> [Int] {
            var counts: [Int] = []
            while objects.count < last {
                objects.append(Object())
                guard driver.add(objects.last!) else { continue }
                counts.append(objects.count)
                driver.purge()
            }
            return counts
        }
        #expect(countsWhenDue(upTo: 80) == [8, 24, 72])
        // The last of these removals come after the last compaction.
        while objects.count > 12 { driver.remove(objects.removeLast()) }
        #expect(countsWhenDue(upTo: 80) == [36], "removed since")
        objects.removeLast(70)
        driver.purge()
        #expect(countsWhenDue(upTo: 60) == [30], "deallocated, and purged since")
        driver.removeAll()
        objects = []
        #expect(countsWhenDue(upTo: 10) == [8], "all removed since")
    }

    @Test("an object that is added and removed again and again brings a purge nearer")
    func purgeBesideRemovals() {
        let driver = Driver()
        let objects = (0..<8).map { _ in Object() }
        #expect(objects.map { driver.add($0) }.last == true)
        let visitor = Object()
        let isDue = (0..<32).map { _ in
            defer { driver.remove(visitor) }
            return driver.add(visitor)
        }
        #expect(isDue.enumerated().filter(\.element).map(\.offset) == [15, 31])
        withExtendedLifetime((objects, visitor)) {}
    }

    @Test("an object that is added again brings no purge nearer")
    func purgeBesideRepetitions() {
        let driver = Driver()
        let objects = (0..<8).map { _ in Object() }
        for object in objects { driver.add(object) }
        for _ in 0..<100 { #expect(!driver.add(objects[0])) }
        withExtendedLifetime(objects) {}
    }

    @Test("no purge is due among fewer than eight registrations, however often they are added and removed")
    func fewAreNotPurged() {
        let driver = Driver()
        let objects = (0..<7).map { _ in Object() }
        for _ in 0..<10 {
            for object in objects { #expect(!driver.add(object)) }
            for object in objects { driver.remove(object) }
        }
    }

    @Test("an object at the address of a deallocated one is registered last, even if adding it compacts the buffer")
    func reusedAddress() {
        for count in [3, 16] {
            let driver = Driver()
            var objects = (0..<count).map { _ in Object() }
            for object in objects { driver.add(object) }
            let isFull = driver.buffer.isFull
            #expect(isFull == (count == 16))
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
            withExtendedLifetime(new) {}
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
