import Broadcaster
import Cluster
import History
import Hummingbird
import Live
import Moderation
import Presence
import Rooms
import ServiceLifecycle
import WebServer

/// The application, which puts the modules together and keeps them alive.
///
/// It shows that each module is given its broadcaster, and what keeps observers alive: a broadcaster holds them weakly,
/// so a module that no other part of the server holds is kept here.
struct ChatServer: Service {
    private let application: any ApplicationProtocol
    private let modules: [AnyObject & Sendable]

    /// Opens the database, puts the modules together, and calls `onReady` with the port when browsers can connect.
    init(
        _ configuration: Configuration, broadcaster: Broadcaster = .shared,
        onReady: @escaping @Sendable (Int) async -> Void
    ) async throws {
        let logger = configuration.logger
        modules = [
            BroadcastMetrics(broadcaster: broadcaster), RoomMetrics(broadcaster: broadcaster),
            Moderation(broadcaster: broadcaster),
        ]
        let history = try await History(location: configuration.database, broadcaster: broadcaster, logger: logger)
        let presence = Presence(broadcaster: broadcaster, interval: configuration.rosterInterval)
        let live = Live(store: history, broadcaster: broadcaster, keepAlive: configuration.keepAlive)
        let rooms = Rooms(store: history, broadcaster: broadcaster)

        var services: [any Service] = [history, presence, live]
        if case .postgres(let url) = configuration.database {
            let cluster = try await Cluster(
                url: url, heartbeat: configuration.heartbeat, broadcaster: broadcaster, logger: logger)
            services.append(cluster)
        }
        application = Application(
            router: makeRouter(configuration, rooms: rooms, live: live, store: history, broadcaster: broadcaster),
            server: httpServer(timeout: configuration.timeout),
            configuration: .init(
                address: .hostname(configuration.address, port: configuration.port),
                // Those that aren't served are refused or idle.
                availableConnectionsDelegate: .maximum(2 * configuration.connections, logger: logger)),
            services: services,
            onServerRunning: { channel in
                try? await channel.pipeline.addHandler(AcceptErrors(logger: logger), position: .first)
                await onReady(channel.localAddress?.port ?? configuration.port)
            },
            logger: logger)
    }

    /// Serves until the service is shut down, and then finishes the requests that it accepted.
    func run() async throws {
        try await application.run()
        withExtendedLifetime(modules) {}
    }
}
