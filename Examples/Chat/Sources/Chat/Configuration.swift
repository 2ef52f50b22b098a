import History
import Logging

/// The settings of a server.
struct Configuration: Sendable {
    var address = "127.0.0.1"
    /// The port to listen on; 0 for one that is free.
    var port = 8080
    /// The names under which browsers reach the server, besides `localhost` and IP addresses.
    var hostNames: [String] = []
    var database: DatabaseLocation
    /// How many requests and streams are served at a time.
    var connections = 1_000
    /// After what time a connection that is idle is ended; a reader that takes nothing, after half as much more.
    var timeout = Duration.seconds(30)
    /// How often a quiet stream gets a sign of life.
    var keepAlive = Duration.seconds(15)
    /// The shortest time between two rosters of one room.
    var rosterInterval = Duration.seconds(1)
    /// How often a process tells the others that it lives.
    var heartbeat = Duration.seconds(5)
    /// Tells whether `/channels` answers.
    var showsChannels = false
    var logger = Logger(label: "chat")
}
