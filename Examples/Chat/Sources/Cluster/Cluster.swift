import Broadcaster
import ChatChannels
import Dispatch
import Logging
import NIOConcurrencyHelpers
import PostgreSQL
import ServiceLifecycle

/// Connects this process to the others that share its PostgreSQL database.
///
/// It shows a bridge of two channels. When another process stores messages, a notification of the database becomes a
/// wake-up for `StoreObserver`. The rosters of this process are forwarded to a table, and those of the others are read
/// from it. They are two channels, so what came from the table isn't forwarded again.
package final class Cluster: Sendable {
    private let url: String
    private let table: RosterTable
    private let heartbeat: Duration
    private let broadcaster: Broadcaster
    private let queue = DispatchQueue(label: "Cluster")
    private let logger: Logger
    /// The names here, by room, as they are to be forwarded.
    private let here = NIOLockedValueBox<[String: [String]]>([:])
    private let wakeUps = WakeUps()

    /// What has changed in the database, as the payload of a notification says it.
    private enum Change: String, CaseIterable { case messages, rosters }

    /// Creates the bridge, which says at each heartbeat that this process is alive.
    ///
    /// The others forget a process that misses three heartbeats.
    package init(url: String, heartbeat: Duration, broadcaster: Broadcaster, logger: Logger) async throws {
        (self.url, self.heartbeat, self.broadcaster, self.logger) = (url, heartbeat, broadcaster, logger)
        table = try await RosterTable(url: url, lifetime: heartbeat * 3)
        broadcaster.register(LocalRosterObserver.self, observer: self)
    }
}

extension Cluster: LocalRosterObserver {
    package func localRosterDidChange(_ roster: Roster) {
        here.withLockedValue { $0[roster.room] = roster.names.isEmpty ? nil : roster.names }
        wakeUps.wakeUp()
    }

    private func forward() async {
        for await _ in wakeUps.stream {
            do {
                // It writes the state and not a change, so nothing is lost while the database can't be reached.
                try await table.write(here.withLockedValue { $0 })
            } catch {
                // The next heartbeat repeats it.
                logger.debug("can't forward rosters", metadata: ["error": "\(error)"])
            }
        }
    }
}

extension Cluster: Service {
    package func run() async {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.listen() }
                group.addTask { await self.forward() }
                group.addTask { await self.beatAndPoll() }
            }
        }
        try? await table.write([:])
    }

    private func listen() async {
        let client = PostgresClient(url: url, label: "PostgreSQL notifications")
        while !Task.isCancelled {
            do {
                try await client.withSession { try $0.query("LISTEN chat") }
                // The tables hold what was sent before.
                for change in Change.allCases { try await receive(change) }
                logger.info("listening to the other processes")
                while !Task.isCancelled {
                    let payloads = try await client.withSession { try $0.notifications() }
                    for change in payloads.compactMap(Change.init) { try await receive(change) }
                }
            } catch {
                logger.warning("not listening to the other processes", metadata: ["error": "\(error)"])
                try? await Task.sleep(for: .seconds(0.5))
            }
        }
    }

    private func receive(_ change: Change) async throws {
        switch change {
        case .messages: broadcaster.notify(StoreObserver.self, on: queue) { $0.storeDidGrow() }
        case .rosters:
            try await table.readChanges { [broadcaster, queue] roster in
                broadcaster.notify(RemoteRosterObserver.self, on: queue) { $0.remoteRosterDidChange(roster) }
            }
        }
    }

    /// Says at each heartbeat that this process is alive, and polls, because no process announces its death.
    private func beatAndPoll() async {
        while (try? await Task.sleep(for: heartbeat)) != nil {
            wakeUps.wakeUp()
            for change in Change.allCases { try? await receive(change) }
        }
    }
}
