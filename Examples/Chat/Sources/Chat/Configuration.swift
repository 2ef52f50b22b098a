import History
import Logging

/// The settings of a server.
///
/// `ChatCommand` explains those that are options.
struct Configuration: Sendable {
    var address = "127.0.0.1"
    var port = 8080
    var hostNames: [String] = []
    var database: DatabaseLocation
    var connections = 1_000
    var timeout = Duration.seconds(30)
    /// How often a quiet stream gets a sign of life.
    var keepAlive = Duration.seconds(15)
    /// The shortest time between two rosters of one room.
    var rosterInterval = Duration.seconds(1)
    /// How often a process tells the others that it lives.
    var heartbeat = Duration.seconds(5)
    var showsChannels = false
    var logger = Logger(label: "chat")
}
