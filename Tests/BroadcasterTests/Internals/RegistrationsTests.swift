import Testing

@testable import Broadcaster

/// The policy of a list, without threads.
@Suite("Registrations", .timeLimit(.minutes(10)))
struct RegistrationsTests {
    final class Object {}

    static func registration(of object: Object) -> Registration {
        withUnsafeBytes(of: object) { Registration.make(bits: $0, at: CallSite(#fileID, #line)) }
    }

    /// Drives registrations as the list does, and checks the invariants after each step.
    struct Driver {
        var registrations = Registrations()
        var buffer: RegistrationBuffer { registrations.buffer }
        var isDrained = true

        @discardableResult
        mutating func change<R>(_ body: (inout Registrations) -> R) -> R {
            let result = body(&registrations)
            if var replaced = registrations.compactIfDue() { registrations.retire(&replaced, isDrained: isDrained) }
            registrations.checkInvariants()
            return result
        }

        mutating func add(_ object: Object) {
            while !insert(object) {
                purge()
                change { $0.makeRoom() }
            }
        }

        mutating func insert(_ object: Object) -> Bool {
            change { $0.insert(RegistrationsTests.registration(of: object)) }
        }

        mutating func remove(_ object: Object) {
            change { $0.remove(ObjectIdentifier(object)) }
        }

        /// Looks at each observer, as a list does that is full.
        private mutating func purge() {
            guard registrations.startPurgeIfDue() else { return }
            var position = buffer.start
            while let observer = buffer.next(&position, before: buffer.count) {
                _ = observer.takeValue(as: Object.self)
            }
            registrations.checkInvariants()
            change { $0.endPurge() }
            #expect(!buffer.hasDeallocated)
        }

        /// Looks at each observer, as a reader does that compacts what it leaves.
        mutating func read() {
            var position = buffer.start
            while let observer = buffer.next(&position, before: buffer.count) {
                _ = observer.takeValue(as: Object.self)
            }
            change { $0.compactIfWorthwhile() }
        }

        /// Whether these are the living objects, in this order.
        func holds(_ objects: some Sequence<Object>) -> Bool {
            let living = (0..<buffer.count).compactMap { position in
                buffer.withSlot(position) { $0.isRemoved ? nil : object(of: $0) }
            }
            return living.elementsEqual(objects, by: ===)
        }

        private func object(of registration: Registration) -> Object? {
            registration.load()?.takeValue(as: Object.self)
        }
    }

    @Test("a full buffer has no room until room is made, and then for twice as many registrations")
    func room() {
        var driver = Driver()
        let objects = (0..<100).map { _ in Object() }
        let isInserted = driver.insert(objects[0])
        #expect(!isInserted)
        #expect(driver.registrations.count == 0)
        var capacities: [Int] = []
        for object in objects {
            while !driver.insert(object) { driver.change { $0.makeRoom() } }
            let capacity = driver.buffer.header.capacity
            if capacities.last != capacity { capacities.append(capacity) }
            #expect(capacity > 8 || driver.registrations.index == nil)
        }
        #expect(capacities == [2, 8, 16, 32, 64, 128])
        #expect(driver.registrations.count == 100)
    }

    @Test("an object that is registered in a full buffer needs no room to be added again")
    func addedAgainWhenFull() {
        var driver = Driver()
        let objects = (0..<8).map { _ in Object() }
        for object in objects { driver.add(object) }
        #expect(driver.buffer.isFull)
        let isMember = driver.insert(objects[3])
        #expect(isMember)
        #expect(driver.holds(objects))
    }

    @Test("compacting a buffer that no one else has ends the removed registrations, and hands over the others")
    func compactionHandsOver() {
        var driver = Driver()
        let objects = (0..<64).map { _ in Object() }
        for object in objects { driver.add(object) }
        weak let buffer = driver.buffer
        weak let first = driver.buffer.withSlot(0) { $0 }
        weak let last = driver.buffer.withSlot(63) { $0 }
        for object in objects[0..<31] { driver.remove(object) }
        #expect(first != nil)
        driver.remove(objects[31])
        #expect(buffer == nil)
        #expect(first == nil)
        #expect(last != nil)
        #expect(driver.holds(objects[32...]))
        driver.change { $0.removeAll() }
        #expect(last == nil)
    }

    @Test("handing over releases what was removed, whatever the memory of the new buffer held before")
    func handingOverToReusedMemory() {
        let buffer = RegistrationBuffer.make(capacity: 2)
        let other = RegistrationBuffer.make(capacity: 2)
        let objects = [Object(), Object()]
        for object in objects { buffer.append(Self.registration(of: object)) }
        weak let kept = buffer.withSlot(0) { $0 }
        weak let removed = buffer.withSlot(1) { $0 }
        buffer.withSlot(1) { $0.markRemoved() }
        buffer.withUnsafeMutablePointerToElements { slots in
            other.withUnsafeMutablePointerToElements { $0.initialize(from: slots, count: 2) }
        }
        buffer.copyRegistrations(to: other) { _, _ in }
        buffer.handOver(to: other)
        #expect(other.count == 1)
        #expect(kept != nil)
        #expect(removed == nil)
    }

    @Test("compacting a buffer that may be read leaves it as it was, until its readers have left")
    func compactionWithReaders() {
        var driver = Driver()
        driver.isDrained = false
        let objects = (0..<64).map { _ in Object() }
        for object in objects { driver.add(object) }
        weak let first = driver.buffer.withSlot(0) { $0 }
        weak let last = driver.buffer.withSlot(63) { $0 }
        driver.registrations.retired = nil
        for object in objects[0..<32] { driver.remove(object) }
        #expect(first != nil)
        #expect(driver.registrations.retired?.count == 64)
        driver.registrations.retired = nil
        #expect(first == nil)
        #expect(last != nil)
        #expect(driver.holds(objects[32...]))
    }

    @Test("compaction copies the remaining registrations in order, and leaves a buffer as it was that someone else has")
    func compaction() {
        var driver = Driver()
        let objects = (0..<64).map { _ in Object() }
        for object in objects { driver.add(object) }
        let retired = driver.buffer
        for object in objects[0..<40] { driver.remove(object) }
        #expect(driver.buffer !== retired)
        #expect(driver.holds(objects[40...]))
        for position in 0..<33 { retired.withSlot(position) { #expect($0.isRemoved) } }
        for position in 40..<64 { retired.withSlot(position) { #expect(!$0.isRemoved) } }
    }

    @Test("the index gives back the memory of removed registrations")
    func index() throws {
        var driver = Driver()
        let objects = (0..<1000).map { _ in Object() }
        for object in objects { driver.add(object) }
        #expect(try #require(driver.registrations.index).size >= 2000)
        for object in objects[10...] { driver.remove(object) }
        #expect(try #require(driver.registrations.index).size <= 128)
        #expect(driver.holds(objects[..<10]))
    }

    @Test("slots that a reader has found are never written again")
    func appendOnly() {
        var driver = Driver()
        let objects = (0..<5).map { _ in Object() }
        for object in objects[0..<3] { driver.add(object) }
        let buffer = driver.buffer
        let found = (0..<3).map { buffer.withSlot($0, ObjectIdentifier.init) }
        for object in objects[0..<2] { driver.remove(object) }
        for object in objects { driver.add(object) }
        #expect(driver.buffer === buffer)
        #expect((0..<3).map { buffer.withSlot($0, ObjectIdentifier.init) } == found)
        #expect(driver.holds([2, 0, 1, 3, 4].map { objects[$0] }))
    }

    @Test("readers that came across many deallocated observers leave them behind")
    func deallocated() {
        var driver = Driver()
        var objects = (0..<20).map { _ in Object() }
        for object in objects { driver.add(object) }
        objects.removeSubrange(5..<14)
        let buffer = driver.buffer
        driver.read()
        #expect(driver.buffer === buffer)
        #expect(driver.registrations.count == 20)
        driver.read()
        #expect(driver.buffer !== buffer)
        #expect(driver.registrations.count == 11)
        #expect(driver.holds(objects))
    }

    @Test("a reader that finds half of the observers deallocated leaves them behind", arguments: [2, 16])
    func halfDeallocated(count: Int) {
        var driver = Driver()
        var objects = (0..<count).map { _ in Object() }
        for object in objects { driver.add(object) }
        objects.removeLast(count / 2)
        driver.read()
        #expect(driver.registrations.count == count / 2)
        #expect(driver.holds(objects))
    }

    enum Ending: CaseIterable { case removed, deallocated }

    @Test("a purge is due once there are twice as many as ever since the last one", arguments: Ending.allCases)
    func purgeIsDue(ending: Ending) {
        var driver = Driver()
        var objects: [Object] = []
        func counts(upTo last: Int) -> [Int] {
            var counts: [Int] = []
            while objects.count < last {
                objects.append(Object())
                while !driver.insert(objects.last!) { driver.change { $0.makeRoom() } }
                guard driver.change({ $0.startPurgeIfDue() }) else { continue }
                counts.append(objects.count)
                let isDueAgain = driver.change { $0.startPurgeIfDue() }
                #expect(!isDueAgain, "a purge that has started")
                driver.change { $0.endPurge() }
            }
            return counts
        }
        #expect(counts(upTo: 40) == [8, 16, 32])
        switch ending {
        case .removed: for object in objects[10...] { driver.remove(object) }
        case .deallocated: break
        }
        objects.removeSubrange(10...)
        driver.read()
        #expect(counts(upTo: 40) == [20, 40])
        driver.change { $0.removeAll() }
        objects = []
        #expect(counts(upTo: 10) == [8])
    }

    @Test("removing one object now and then doesn't put off a purge")
    func purgeIsDueBesideRemovals() {
        var driver = Driver()
        var objects = (0..<15).map { _ in Object() }
        for object in objects { driver.add(object) }
        driver.remove(objects.removeLast())
        objects += [Object(), Object()]
        for object in objects[14...] { driver.add(object) }
        let isDue = driver.change { $0.startPurgeIfDue() }
        #expect(isDue)
    }

    @Test("a registration at the start that readers pass over does not come back")
    func deallocatedAtStart() {
        var driver = Driver()
        var objects = (0..<30).map { _ in Object() }
        for object in objects { driver.add(object) }
        objects.removeFirst(3)
        driver.read()
        #expect(driver.buffer.start == 3)
        while !objects.isEmpty {
            driver.remove(objects.removeLast())
            #expect(driver.holds(objects))
        }
        let last = Object()
        driver.add(last)
        #expect(driver.holds([last]))
    }

    @Test("an object at the address of a deallocated one is found, also if its addition compacts the buffer")
    func reusedAddress() {
        var driver = Driver()
        var objects = (0..<256).map { _ in Object() }
        for object in objects { driver.add(object) }
        while objects.count > 33 { driver.remove(objects.removeLast()) }
        let buffer = driver.buffer
        let address = ObjectIdentifier(objects.removeLast())
        // An allocator need not reuse an address, so the registration gets the one that it would have then.
        let reused = Object()
        let registration = Self.registration(of: reused)
        registration.withUnsafeMutablePointerToElements { $0.pointee = UInt(bitPattern: address) }
        let isInserted = driver.change { $0.insert(registration) }
        #expect(isInserted)
        #expect(driver.buffer !== buffer)
        #expect(driver.registrations.count == 33)
        driver.change { $0.remove(address) }
        #expect(driver.registrations.count == 32)
        withExtendedLifetime((objects, reused)) {}
    }

    @Test("agrees with an array, whatever is added, removed and deallocated", arguments: 0..<50)
    func agreesWithArray(seed: UInt64) {
        var random = SplitMix(state: seed)
        var driver = Driver()
        var model: [Object] = []
        var pool = (0..<Int.random(in: 2...60, using: &random)).map { _ in Object() }
        for _ in 0..<500 {
            let index = Int.random(in: 0..<pool.count, using: &random)
            driver.isDrained = Bool.random(using: &random)
            switch Int.random(in: 0..<11, using: &random) {
            case 0..<5:
                driver.add(pool[index])
                if !model.contains(where: { $0 === pool[index] }) { model.append(pool[index]) }
            case 5..<8:
                driver.remove(pool[index])
                model.removeAll { $0 === pool[index] }
            case 8:
                model.removeAll { $0 === pool[index] }
                pool[index] = Object()
            case 9:
                driver.read()
            default:
                let isMember = model.contains { $0 === pool[index] }
                #expect(driver.registrations.contains(ObjectIdentifier(pool[index])) == isMember)
            }
            #expect(driver.holds(model))
        }
    }
}
