import Testing

@testable import Broadcaster

/// The policy of the set, without threads.
@Suite("Members", .timeLimit(.minutes(1)))
struct RegistrationsTests {
    final class Object {}

    static func registration(of object: Object) -> Registration {
        withUnsafeBytes(of: object, Registration.make)
    }

    /// The members, driven as the set drives them, and checked after each step.
    struct Driver {
        var registrations = Registrations()

        mutating func add(_ object: Object) {
            while !registrations.insert(RegistrationsTests.registration(of: object)) {
                let slots = registrations.buffer
                for position in 0..<slots.count {
                    slots.withSlot(position) { if living($0) == nil { registrations.remove($0) } }
                }
                registrations.makeRoom()
            }
            check()
        }

        mutating func remove(_ object: Object) {
            registrations.remove(ObjectIdentifier(object))
            check()
        }

        /// Whether these are the living members, in this order.
        func holds(_ objects: some Sequence<Object>) -> Bool {
            self.objects.elementsEqual(objects, by: ===)
        }

        private var objects: [Object] {
            (0..<registrations.buffer.count).compactMap { position in
                registrations.buffer.withSlot(position) { $0.isRemoved ? nil : living($0) }
            }
        }

        private func living(_ registration: Registration) -> Object? {
            registration.load()?.takeValue(as: Object.self)
        }

        func check() {
            let slots = registrations.buffer
            let registrations = (0..<slots.count).filter { position in slots.withSlot(position) { !$0.isRemoved } }
            #expect(registrations.count == registrations.count)
            #expect(slots.count <= slots.header.capacity)
            #expect(slots.count - registrations.count <= max(registrations.count, 7))
        }
    }

    @Test("there is no room before room is made, and then there is twice what is needed")
    func room() {
        var registrations = Registrations()
        let objects = (0..<100).map { _ in Object() }
        let isInserted = registrations.insert(Self.registration(of: objects[0]))
        #expect(!isInserted)
        #expect(registrations.count == 0)
        var capacities: [Int] = []
        for object in objects {
            while !registrations.insert(RegistrationsTests.registration(of: object)) { registrations.makeRoom() }
            if capacities.last != registrations.buffer.header.capacity { capacities.append(registrations.buffer.header.capacity) }
        }
        #expect(capacities == [8, 16, 32, 64, 128])
        #expect(registrations.count == 100)
    }

    @Test("who is in a full buffer needs no room to be added again")
    func addedAgainWhenFull() {
        var driver = Driver()
        let objects = (0..<8).map { _ in Object() }
        for object in objects { driver.add(object) }
        #expect(driver.registrations.buffer.isFull)
        let isMember = driver.registrations.insert(Self.registration(of: objects[3]))
        #expect(isMember)
        #expect(driver.holds(objects))
    }

    @Test("those who stay move together, in order; a registration that is over stays behind")
    func compaction() {
        var driver = Driver()
        let objects = (0..<64).map { _ in Object() }
        for object in objects { driver.add(object) }
        let before = driver.registrations.buffer
        for object in objects[0..<40] { driver.remove(object) }
        #expect(driver.registrations.buffer !== before)
        #expect(driver.holds(objects[40...]))
        for position in 0..<33 { before.withSlot(position) { #expect($0.isRemoved) } }
        for position in 40..<64 { before.withSlot(position) { #expect(!$0.isRemoved) } }
    }

    @Test("the index gives back the memory of those who left")
    func index() {
        var driver = Driver()
        let objects = (0..<1000).map { _ in Object() }
        for object in objects { driver.add(object) }
        #expect(driver.registrations.index.capacity >= 1000)
        for object in objects[10...] { driver.remove(object) }
        #expect(driver.registrations.index.capacity <= 256)
        #expect(driver.holds(objects[..<10]))
    }

    @Test("a walker's slots are never written again, whatever comes after them")
    func appendOnly() {
        var driver = Driver()
        let objects = (0..<5).map { _ in Object() }
        for object in objects[0..<3] { driver.add(object) }
        let slots = driver.registrations.buffer
        let walked = (0..<3).map { slots.withSlot($0, ObjectIdentifier.init) }
        driver.remove(objects[1])
        for object in objects { driver.add(object) }
        #expect(driver.registrations.buffer === slots)
        #expect((0..<3).map { slots.withSlot($0, ObjectIdentifier.init) } == walked)
        #expect(driver.holds([0, 2, 1, 3, 4].map { objects[$0] }))
    }

    @Test("ending a registration twice, or one that has moved away, counts once")
    func endTwice() {
        var driver = Driver()
        let objects = (0..<20).map { _ in Object() }
        for object in objects { driver.add(object) }
        let old = driver.registrations.buffer
        for object in objects[0..<11] { driver.remove(object) }
        #expect(driver.registrations.buffer !== old)
        for position in 0..<20 { old.withSlot(position) { driver.registrations.remove($0) } }
        driver.check()
        #expect(driver.registrations.count == 0)
        driver.add(objects[5])
        #expect(driver.holds([objects[5]]))
    }

    @Test("agrees with an array, whatever is added, removed and dies", arguments: 0..<50)
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
                #expect(driver.registrations.contains(ObjectIdentifier(pool[index])) == model.contains { $0 === pool[index] })
            }
            #expect(driver.holds(model))
        }
    }
}
