@testable import Broadcaster

extension ObserverList {
    /// How many registrations there is room for.
    var capacity: Int { change { $0.buffer.header.capacity } }

    func checkInvariants() { change { $0.checkInvariants() } }
}

extension Registrations {
    /// Stops the program if an invariant doesn't hold.
    borrowing func checkInvariants() {
        precondition(buffer.count <= buffer.header.capacity)
        precondition(
            buffer.count < max(2 * count, 8) || buffer.count <= 8, "\(count) registrations in \(buffer.count) slots")
        for (identity, position) in positions {
            precondition(position < buffer.count, "a position behind the end")
            precondition(buffer.withSlot(position) { $0.identity } == identity, "a registration not found")
        }
        for position in 0..<buffer.count where buffer.withSlot(position, { !$0.hasEnded }) {
            let identity = buffer.withSlot(position) { $0.identity }
            precondition(positions[identity] == position, "a registration that isn't indexed, or two of one identity")
        }
    }
}
