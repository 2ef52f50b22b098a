import Broadcaster
import Cluster
import History
import Hummingbird
import Live
import Logging
import Metrics
import Moderation
import Presence
import Rooms
import ServiceLifecycle

/// The application, which puts the modules together and keeps them alive.
///
/// No module knows another. A broadcaster holds its observers weakly, so a module that no other part of the server holds is
/// kept here.
public struct ChatServer: Service {
    /// The settings of a server.
    public struct Configuration: Sendable {
        /// The address to listen on.
        public var address = "127.0.0.1"
        /// The port to listen on; 0 for one that is free.
        public var port = 8080
        /// The names under which browsers reach the server, besides `localhost` and IP addresses.
        public var hostNames: [String] = []
        /// Where the messages are.
        public var database: DatabaseLocation
        /// The greatest number of connections.
        public var connections = 1_000
        /// After what time a connection that is idle, or a reader that takes nothing, is ended.
        public var timeout = Duration.seconds(30)
        /// How often a quiet stream gets a sign of life.
        public var keepAlive = Duration.seconds(15)
        /// The shortest time between two rosters of one room.
        public var rosterInterval = Duration.seconds(1)
        /// How often a process tells the others that it lives.
        public var heartbeat = Duration.seconds(5)
        /// Tells whether `/channels` answers.
        public var showsChannels = false
        /// Where to log.
        public var logger = Logger(label: "chat")

        /// Creates settings with the usual values.
        public init(database: DatabaseLocation) {
            self.database = database
        }
    }

    private let application: any ApplicationProtocol
    private let modules: [AnyObject & Sendable]

    /// Opens the database, and puts the modules together.
    ///
    /// - Parameters:
    ///   - configuration: The settings.
    ///   - broadcaster: The broadcaster that connects the modules.
    ///   - onReady: Called with the port when browsers can connect.
    /// - Throws: What the database says.
    public init(
        _ configuration: Configuration, broadcaster: Broadcaster = .shared,
        onReady: @escaping @Sendable (Int) async -> Void = { _ in }
    ) async throws {
        let logger = configuration.logger
        let metrics = BroadcastMetrics(factory: MetricsSystem.factory)
        broadcaster.register(BroadcastObserver.self, observer: metrics)

        let history = try await History(location: configuration.database, broadcaster: broadcaster, logger: logger)
        let moderation = Moderation(broadcaster: broadcaster)
        let presence = Presence(broadcaster: broadcaster, interval: configuration.rosterInterval)
        let live = Live(store: history, broadcaster: broadcaster, keepAlive: configuration.keepAlive)
        let rooms = Rooms(store: history, broadcaster: broadcaster)

        var services: [any Service] = [history, presence, live]
        if case .postgres(let url) = configuration.database {
            let cluster = try await Cluster(
                url: url, heartbeat: configuration.heartbeat, broadcaster: broadcaster, logger: logger)
            services.append(cluster)
        }
        modules = [metrics, moderation]
        let limits = ConnectionLimits(
            maximum: configuration.connections, timeout: configuration.timeout, logger: logger)
        application = Application(
            router: makeRouter(
                configuration, Services(rooms: rooms, live: live, store: history, broadcaster: broadcaster)),
            server: limits.server,
            configuration: .init(address: .hostname(configuration.address, port: configuration.port)),
            services: services,
            onServerRunning: { channel in
                try? await channel.pipeline.addHandler(AcceptErrors(logger: logger), position: .first)
                await onReady(channel.localAddress?.port ?? configuration.port)
            },
            logger: logger)
    }

    /// Serves until the service is shut down, and then finishes the requests that it accepted.
    public func run() async throws {
        try await application.run()
        withExtendedLifetime(modules) {}
    }
}
