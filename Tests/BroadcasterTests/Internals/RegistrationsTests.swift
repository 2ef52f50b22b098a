import Testing

@testable import Broadcaster

/// The policy of a list, without threads.
@Suite("Registrations", .timeLimit(.minutes(10)))
struct RegistrationsTests {
    final class Object {}

    static func registration(of object: Object) -> Registration {
        withUnsafeBytes(of: object, Registration.make)
    }

    /// Drives registrations as the list does, and checks the invariants after each step.
    struct Driver {
        var registrations = Registrations()
        var buffer: RegistrationBuffer { registrations.buffer }

        mutating func add(_ object: Object) {
            while !registrations.insert(RegistrationsTests.registration(of: object)) {
                registrations.checkInvariants()
                purge()
                registrations.makeRoom()
                registrations.checkInvariants()
            }
            registrations.checkInvariants()
        }

        mutating func remove(_ object: Object) {
            registrations.remove(ObjectIdentifier(object))
            registrations.checkInvariants()
        }

        /// Removes all registrations of a buffer, which may be retired, by their slots.
        mutating func removeAll(in buffer: RegistrationBuffer) {
            for position in 0..<buffer.count {
                buffer.withSlot(position) { registrations.remove($0) }
                registrations.checkInvariants()
            }
        }

        private mutating func purge() {
            let full = buffer
            for position in 0..<full.count {
                full.withSlot(position) { if object(of: $0) == nil { registrations.remove($0) } }
                registrations.checkInvariants()
            }
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
        var registrations = Registrations()
        let objects = (0..<100).map { _ in Object() }
        let isInserted = registrations.insert(Self.registration(of: objects[0]))
        #expect(!isInserted)
        #expect(registrations.count == 0)
        var capacities: [Int] = []
        for object in objects {
            while !registrations.insert(Self.registration(of: object)) { registrations.makeRoom() }
            let capacity = registrations.buffer.header.capacity
            if capacities.last != capacity { capacities.append(capacity) }
            registrations.checkInvariants()
        }
        #expect(capacities == [8, 16, 32, 64, 128])
        #expect(registrations.count == 100)
    }

    @Test("an object that is registered in a full buffer needs no room to be added again")
    func addedAgainWhenFull() {
        var driver = Driver()
        let objects = (0..<8).map { _ in Object() }
        for object in objects { driver.add(object) }
        #expect(driver.buffer.isFull)
        let isMember = driver.registrations.insert(Self.registration(of: objects[3]))
        #expect(isMember)
        driver.registrations.checkInvariants()
        #expect(driver.holds(objects))
    }

    @Test("compaction moves the remaining registrations in order, and leaves removed ones behind")
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
    func index() {
        var driver = Driver()
        let objects = (0..<1000).map { _ in Object() }
        for object in objects { driver.add(object) }
        #expect(driver.registrations.index.capacity >= 1000)
        for object in objects[10...] { driver.remove(object) }
        #expect(driver.registrations.index.capacity <= 256)
        #expect(driver.holds(objects[..<10]))
    }

    @Test("slots that a reader has found are never written again")
    func appendOnly() {
        var driver = Driver()
        let objects = (0..<5).map { _ in Object() }
        for object in objects[0..<3] { driver.add(object) }
        let buffer = driver.buffer
        let found = (0..<3).map { buffer.withSlot($0, ObjectIdentifier.init) }
        driver.remove(objects[1])
        for object in objects { driver.add(object) }
        #expect(driver.buffer === buffer)
        #expect((0..<3).map { buffer.withSlot($0, ObjectIdentifier.init) } == found)
        #expect(driver.holds([0, 2, 1, 3, 4].map { objects[$0] }))
    }

    @Test("removing a registration that is removed already, or has moved to a new buffer, counts once")
    func removedTwice() {
        var driver = Driver()
        let objects = (0..<20).map { _ in Object() }
        for object in objects { driver.add(object) }
        let retired = driver.buffer
        for object in objects[0..<11] { driver.remove(object) }
        #expect(driver.buffer !== retired)
        driver.removeAll(in: retired)
        #expect(driver.registrations.count == 0)
        driver.add(objects[5])
        #expect(driver.holds([objects[5]]))
    }

    @Test("agrees with an array, whatever is added, removed and deallocated", arguments: 0..<50)
    func agreesWithArray(seed: UInt64) {
        var random = SplitMix(state: seed)
        var driver = Driver()
        var model: [Object] = []
        var pool = (0..<Int.random(in: 2...60, using: &random)).map { _ in Object() }
        for _ in 0..<500 {
            let index = Int.random(in: 0..<pool.count, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                driver.add(pool[index])
                if !model.contains(where: { $0 === pool[index] }) { model.append(pool[index]) }
            case 5..<8:
                driver.remove(pool[index])
                model.removeAll { $0 === pool[index] }
            case 8:
                model.removeAll { $0 === pool[index] }
                pool[index] = Object()
            default:
                let isMember = model.contains { $0 === pool[index] }
                #expect(driver.registrations.contains(ObjectIdentifier(pool[index])) == isMember)
            }
            #expect(driver.holds(model))
        }
    }
}
