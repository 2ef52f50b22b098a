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
/// No module knows another. A broadcaster holds its observers weakly, so a module that isn't kept here is deallocated.
public struct ChatServer: Service {
    /// The settings of a server.
    public struct Configuration: Sendable {
        /// The address to listen on.
        public var hostname = "127.0.0.1"
        /// The port to listen on; 0 for one that is free.
        public var port = 8080
        /// The path of a file, or the URL of a PostgreSQL database.
        public var database: String
        /// How often a quiet stream gets a comment.
        public var keepAlive = Duration.seconds(15)
        /// How often a process tells the others that it lives.
        public var heartbeat = Duration.seconds(5)
        /// Where to log.
        public var logger = Logger(label: "chat")
        /// Where to record metrics.
        public var metrics: any MetricsFactory = MetricsSystem.factory

        /// Creates settings with the usual values.
        public init(database: String) {
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
        let metrics = BroadcastMetrics(factory: configuration.metrics)
        broadcaster.register(BroadcastObserver.self, observer: metrics)

        let history = try await History(
            location: configuration.database, broadcaster: broadcaster, logger: logger)
        let moderation = Moderation(broadcaster: broadcaster)
        let presence = Presence(broadcaster: broadcaster)
        let live = Live(broadcaster: broadcaster, keepAlive: configuration.keepAlive)
        let rooms = Rooms(broadcaster: broadcaster)

        var services: [any Service] = [history]
        if History.isPostgres(configuration.database) {
            let cluster = try await Cluster(
                url: configuration.database, heartbeat: configuration.heartbeat, broadcaster: broadcaster,
                logger: logger)
            services.append(cluster)
        }
        modules = [metrics, history, moderation, presence, live, rooms]
        application = Application(
            router: makeRouter(rooms: rooms, broadcaster: broadcaster),
            configuration: .init(address: .hostname(configuration.hostname, port: configuration.port)),
            services: services,
            onServerRunning: { await onReady($0.localAddress?.port ?? configuration.port) },
            logger: logger)
    }

    /// Serves until the service is shut down, and then finishes the requests that it accepted.
    public func run() async throws {
        try await application.run()
        withExtendedLifetime(modules) {}
    }
}
