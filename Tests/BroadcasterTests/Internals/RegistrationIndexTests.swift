import Testing

@testable import Broadcaster

@Suite("RegistrationIndex", .timeLimit(.minutes(10)))
struct RegistrationIndexTests {
    final class Object {}

    /// An index, and its buffer with a registration at each of some addresses, at which nothing needs to be.
    struct Filled {
        let buffer: RegistrationBuffer
        let index: RegistrationIndex
        let object = Object()

        init(capacity: Int) {
            buffer = .make(capacity: capacity)
            index = .make(capacity: capacity)
        }

        func add(_ address: UInt) {
            let registration = withUnsafeBytes(of: object) { Registration.make(bits: $0, at: CallSite(#fileID, #line)) }
            registration.withUnsafeMutablePointerToElements { $0.pointee = address }
            index.insert(registration.identity, at: buffer.count, in: buffer)
            buffer.append(registration)
        }

        func position(of address: UInt) -> Int? {
            let bits = UnsafeRawPointer(bitPattern: address)!
            return index.position(of: unsafeBitCast(bits, to: ObjectIdentifier.self), in: buffer)
        }
    }

    @Test("each address is found, and no other", arguments: [9, 16, 1000])
    func finds(capacity: Int) {
        let filled = Filled(capacity: capacity)
        let addresses = (1...UInt(capacity)).map { 48 * $0 }
        for (position, address) in addresses.enumerated() {
            #expect(filled.position(of: address) == nil)
            filled.add(address)
            #expect(filled.position(of: address) == position)
        }
        #expect(addresses.map(filled.position) == Array(0..<capacity))
        #expect((1...UInt(capacity)).allSatisfy { filled.position(of: 48 * $0 + 16) == nil })
    }

    @Test("at least half of the places are empty, and no more than three quarters", arguments: [9, 16, 17, 1000])
    func size(capacity: Int) {
        let size = RegistrationIndex.make(capacity: capacity).size
        #expect((2 * capacity + 1...4 * capacity).contains(size))
    }

    @Test("in a large table, searches start everywhere")
    func spread() {
        let size = 1 << 30
        let places = (1...1000).map { UInt(16 * $0).place(inTableOf: size) }
        for quarter in 0..<4 { #expect(places.count { $0 / (size / 4) == quarter } > 150) }
    }

    @Test("addresses whose search starts at the last place are found behind it and at the front")
    func roundTheEnd() {
        let filled = Filled(capacity: 9)
        let last = filled.index.size - 1
        let addresses = Array((1...).lazy.map { 16 * $0 }.filter { $0.place(inTableOf: last + 1) == last }.prefix(9))
        addresses.forEach(filled.add)
        #expect(addresses.map(filled.position) == Array(0..<9))
        #expect(filled.position(of: addresses.last! + 16) == nil)
    }

    #if _pointerBitWidth(_64)
        @Test("addresses of equal lower halves are told apart, also if their searches start at one place")
        func lowerHalves() throws {
            let filled = Filled(capacity: 9)
            let first: UInt = 1 << 32
            let start = first.place(inTableOf: filled.index.size)
            let others = (1...UInt(1_000_000)).lazy.map { first + $0 << 32 }
            let second = try #require(others.first { $0.place(inTableOf: filled.index.size) == start })
            filled.add(first)
            #expect(filled.position(of: second) == nil)
            filled.add(second)
            #expect(filled.position(of: first) == 0)
            #expect(filled.position(of: second) == 1)
        }
    #endif

    @Test("an address that comes again is found where it was last")
    func again() {
        let filled = Filled(capacity: 9)
        filled.add(48)
        filled.add(96)
        filled.add(48)
        #expect(filled.position(of: 48) == 2)
        #expect(filled.position(of: 96) == 1)
    }
}
