/// Finds registrations in a large buffer: an open-addressed table from an observer's address to a position.
///
/// It has more than twice as many places as the buffer has slots, and is made anew with the buffer, so it never grows.
/// Nothing is taken out: a removed registration stays in its slot as well, until another one of the same address takes
/// its place.
///
/// A dictionary needs twice the memory and a hash that resists an attacker. With a million observers, finding them was
/// half the time of registering.
struct RegistrationIndex {
    /// Zero, or the lower half of an address, and below it a position plus one.
    ///
    /// With half the address, a search hardly ever looks at another registration than the right one.
    private var places: [UInt64] = []

    init() {}

    init(capacity: Int) {
        var size = 1
        while size <= 2 * capacity { size *= 2 }
        places = Array(repeating: 0, count: size)
    }

    var isEmpty: Bool { places.isEmpty }
    var size: Int { places.count }

    /// The position of the latest registration of an address.
    func position(of identity: ObjectIdentifier, in buffer: RegistrationBuffer) -> Int? {
        position(at: place(of: identity, in: buffer))
    }

    mutating func insert(_ identity: ObjectIdentifier, at position: Int, in buffer: RegistrationBuffer) {
        places[place(of: identity, in: buffer)] = lowerHalf(of: identity) << 32 | UInt64(UInt32(position + 1))
    }

    /// Where an address is, or would be.
    private func place(of identity: ObjectIdentifier, in buffer: RegistrationBuffer) -> Int {
        var place = UInt(bitPattern: identity).place(inTableOf: size)
        while let position = position(at: place) {
            if places[place] >> 32 == lowerHalf(of: identity), buffer.withSlot(position, { $0.identity == identity }) {
                break
            }
            place = (place + 1) & (size - 1)
        }
        return place
    }

    private func position(at place: Int) -> Int? {
        places[place] == 0 ? nil : Int(UInt32(truncatingIfNeeded: places[place])) - 1
    }

    private func lowerHalf(of identity: ObjectIdentifier) -> UInt64 {
        UInt64(UInt32(truncatingIfNeeded: UInt(bitPattern: identity)))
    }
}

extension UInt {
    /// Where the search for an address starts in a table of a power of two.
    ///
    /// Objects and types lie at multiples of a word; multiplying spreads the other bits over the upper half.
    func place(inTableOf size: Int) -> Int {
        Int(truncatingIfNeeded: (UInt64(self) &* 0x9E37_79B9_7F4A_7C15) >> 32) & (size - 1)
    }
}
