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
    private let wakeUps = WakeUps()

    private struct State {
        /// The names that were announced last, by room, to see whether they changed.
        var here: [String: [String]] = [:]
        /// The names that other processes report, by room.
        var elsewhere: [String: [String]] = [:]
        /// The rooms that have changed since they were announced.
        var changed: Set<String> = []
    }

    package init(broadcaster: Broadcaster, interval: Duration = .seconds(1)) {
        (self.broadcaster, self.interval) = (broadcaster, interval)
        broadcaster.register(AttendanceObserver.self, observer: self)
        broadcaster.register(RemoteRosterObserver.self, observer: self)
    }
}

extension Presence: AttendanceObserver, RemoteRosterObserver {
    package func attendeeDidJoin(_ room: String) { roomDidChange(room) }

    package func attendeeDidLeave(_ room: String) { roomDidChange(room) }

    package func remoteRosterDidChange(_ roster: Roster) {
        state.withLockedValue { $0.elsewhere[roster.room] = roster.names.isEmpty ? nil : roster.names }
        roomDidChange(roster.room)
    }

    private func roomDidChange(_ room: String) {
        state.withLockedValue { _ = $0.changed.insert(room) }
        wakeUps.wakeUp()
    }
}

extension Presence: Service {
    /// Announces the rooms that have changed, once in each interval, until the service is shut down.
    package func run() async {
        await cancelWhenGracefulShutdown {
            for await _ in self.wakeUps.stream {
                // People who come at the same time are announced together.
                try? await Task.sleep(for: self.interval / 20)
                let rooms = self.state.withLockedValue { state in
                    defer { state.changed = [] }
                    return state.changed
                }
                for room in rooms { self.announce(room) }
                try? await Task.sleep(for: self.interval)
            }
        }
    }

    private func announce(_ room: String) {
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
        broadcaster.notify(RosterObserver.self, for: room, on: queue) { $0.rosterDidChange(roster) }
    }
}
