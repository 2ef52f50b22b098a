/// Finds registrations in a large buffer: an open-addressed table from an observer's address to a position.
///
/// It has more than twice as many places as the buffer has slots, and is made anew with the buffer, so it never grows.
/// Nothing is taken out: a removed registration stays in its slot as well, until another one of the same address takes
/// its place.
///
/// A dictionary needs twice the memory and a hash that resists an attacker. With a million observers, finding them was
/// half the time of registering.
final class RegistrationIndex: ManagedBuffer<Int, UInt64> {
    static func make(capacity: Int) -> RegistrationIndex {
        var size = 1
        while size <= 2 * capacity { size *= 2 }
        let made = create(minimumCapacity: size) { _ in size }
        made.withUnsafeMutablePointerToElements { $0.initialize(repeating: 0, count: size) }
        return unsafeDowncast(made, to: RegistrationIndex.self)
    }

    /// How many places there are, a power of two.
    var size: Int { header }

    /// The position of the latest registration of an address.
    func position(of identity: ObjectIdentifier, in buffer: RegistrationBuffer) -> Int? {
        withPlace(of: identity, in: buffer) { position(in: $0.pointee) }
    }

    func insert(_ identity: ObjectIdentifier, at position: Int, in buffer: RegistrationBuffer) {
        let place = lowerHalf(of: identity) << 32 | UInt64(UInt32(position + 1))
        withPlace(of: identity, in: buffer) { $0.pointee = place }
    }

    /// Calls `body` with the place where an address is, or would be.
    ///
    /// A place is zero, or the lower half of an address, and below it a position plus one. With half the address, a search
    /// hardly ever looks at another registration than the right one.
    private func withPlace<R>(
        of identity: ObjectIdentifier, in buffer: RegistrationBuffer, _ body: (UnsafeMutablePointer<UInt64>) -> R
    ) -> R {
        withUnsafeMutablePointers { size, places in
            let last = size.pointee - 1
            var place = UInt(bitPattern: identity).place(inTableOf: size.pointee)
            while let position = position(in: places[place]) {
                if places[place] >> 32 == lowerHalf(of: identity),
                    buffer.withSlot(position, { $0.identity == identity })
                {
                    break
                }
                place = (place + 1) & last
            }
            return body(places + place)
        }
    }

    private func position(in place: UInt64) -> Int? {
        place == 0 ? nil : Int(UInt32(truncatingIfNeeded: place)) - 1
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
