import Broadcaster
import ChatChannels
import Dispatch
import NIOConcurrencyHelpers

/// Knows which people are in which room.
///
/// The participants here are the observers of `Attendee`, so no list of them has to be kept. Other processes report theirs.
public final class Presence: Sendable {
    private let broadcaster: Broadcaster
    private let queue = DispatchQueue(label: "Presence")
    private let state = NIOLockedValueBox(State())

    private struct State {
        /// The names that are announced, by room.
        var here: [String: [String]] = [:]
        /// The names that other processes report, by room.
        var elsewhere: [String: [String]] = [:]
        /// The rooms that are about to be announced.
        var pending: Set<String> = []
    }

    /// Starts to observe the participants of a broadcaster.
    public init(broadcaster: Broadcaster) {
        self.broadcaster = broadcaster
        broadcaster.register(AttendanceObserver.self, observer: self)
        broadcaster.register(RosterObserver.self, observer: self)
        broadcaster.register(RosterSource.self, observer: self)
    }

    private func namesHere(in room: String) -> [String] {
        let names = broadcaster.observers(of: Attendee.self).compactMap { $0.room == room ? $0.name : nil }
        return Set(names).sorted()
    }

    private func announce(_ roster: Roster) {
        broadcaster.notify(RosterObserver.self, on: queue) { $0.rosterDidChange(roster) }
    }
}

extension Presence: RosterSource {
    /// Returns the names of all people who are in the room now.
    public func roster(of room: String) -> Roster {
        let elsewhere = state.withLockedValue { $0.elsewhere[room] ?? [] }
        return Roster(room: room, names: namesHere(in: room) + elsewhere, origin: .everywhere)
    }
}

extension Presence: AttendanceObserver {
    /// Announces the names after a short delay, so that many people who come at once are announced once.
    public func attendanceDidChange(in room: String) {
        guard state.withLockedValue({ $0.pending.insert(room).inserted }) else { return }
        queue.asyncAfter(deadline: .now() + .milliseconds(50)) { [weak self] in self?.announceRoom(room) }
    }

    private func announceRoom(_ room: String) {
        _ = state.withLockedValue { $0.pending.remove(room) }
        let names = namesHere(in: room)
        let isNews = state.withLockedValue { state in
            defer { state.here[room] = names.isEmpty ? nil : names }
            return state.here[room] ?? [] != names
        }
        guard isNews else { return }
        announce(Roster(room: room, names: names, origin: .here))
        announce(roster(of: room))
    }
}

extension Presence: RosterObserver {
    /// Adds what other processes report.
    public func rosterDidChange(_ roster: Roster) {
        guard roster.origin == .elsewhere else { return }
        state.withLockedValue { $0.elsewhere[roster.room] = roster.names.isEmpty ? nil : roster.names }
        announce(self.roster(of: roster.room))
    }
}
