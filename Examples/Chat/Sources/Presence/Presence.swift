import Broadcaster
import ChatChannels
import Dispatch
import NIOConcurrencyHelpers
import ServiceLifecycle

/// Knows which people are in which room.
///
/// It shows a list that isn't kept: the participants here are the observers of `Attendee` for the room. Other processes
/// report theirs.
package final class Presence: Sendable {
    private let broadcaster: Broadcaster
    private let interval: Duration
    private let queue = DispatchQueue(label: "Presence")
    private let state = NIOLockedValueBox(State())
    private let rooms = AsyncStream.makeStream(of: String.self)

    private struct State {
        /// The names that were announced to other processes, by room.
        var here: [String: [String]] = [:]
        /// The names that other processes report, by room.
        var elsewhere: [String: [String]] = [:]
        /// The rooms that are announced at the moment, and whether they have changed since.
        var changed: [String: Bool] = [:]
    }

    /// Starts to observe, with the shortest time between two rosters of one room.
    package init(broadcaster: Broadcaster, interval: Duration = .seconds(1)) {
        self.broadcaster = broadcaster
        self.interval = interval
        broadcaster.register(AttendanceObserver.self, observer: self)
        broadcaster.register(RemoteRosterObserver.self, observer: self)
    }
}

extension Presence: AttendanceObserver, RemoteRosterObserver {
    /// Announces the room, now or when its interval is over.
    package func attendanceDidChange(in room: String) {
        let isAnnounced = state.withLockedValue { $0.changed.updateValue(true, forKey: room) != nil }
        if !isAnnounced { rooms.continuation.yield(room) }
    }

    /// Adds what other processes report.
    package func remoteRosterDidChange(_ roster: Roster) {
        state.withLockedValue { $0.elsewhere[roster.room] = roster.names.isEmpty ? nil : roster.names }
        attendanceDidChange(in: roster.room)
    }
}

extension Presence: Service {
    /// Announces each room that changes, at most once in each interval, until the service is shut down.
    package func run() async {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                for await room in self.rooms.stream {
                    group.addTask { await self.announce(room) }
                }
            }
        }
    }

    private func announce(_ room: String) async {
        // People who come at the same time are announced together.
        try? await Task.sleep(for: interval / 20)
        while takeChange(in: room) {
            announceOnce(room)
            try? await Task.sleep(for: interval)
        }
    }

    /// Tells whether a room has changed since it was announced; if not, the room is forgotten.
    private func takeChange(in room: String) -> Bool {
        state.withLockedValue { state in
            let isChanged = state.changed[room] == true && !Task.isCancelled
            state.changed[room] = isChanged ? false : nil
            return isChanged
        }
    }

    private func announceOnce(_ room: String) {
        let attendees = broadcaster.observers(of: Attendee.self, for: room)
        let here = Roster(room: room, names: attendees.compactMap(\.name))
        let (isNews, elsewhere) = state.withLockedValue { state in
            let isNews = state.here[room] ?? [] != here.names
            state.here[room] = here.names.isEmpty ? nil : here.names
            return (isNews, state.elsewhere[room] ?? [])
        }
        if isNews {
            broadcaster.notify(LocalRosterObserver.self, on: queue) { $0.localRosterDidChange(here) }
        }
        let roster = Roster(room: room, names: here.names + elsewhere)
        broadcaster.notify(RosterObserver.self, on: queue) { $0.rosterDidChange(roster) }
    }
}
