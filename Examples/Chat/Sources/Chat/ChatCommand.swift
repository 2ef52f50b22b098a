import ArgumentParser
import Foundation
import History
import Logging
import ServiceLifecycle
import UnixSignals

/// `swift run Chat`.
@main
struct ChatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Chat",
        abstract: "Serves a chat to browsers.",
        discussion: """
            It keeps its messages in a file, or in a PostgreSQL database that several processes share. LOG_LEVEL=info logs \
            each request.
            """)

    @Option(help: "The address to listen on.")
    var address = "127.0.0.1"

    @Option(help: "The port to listen on; 0 for one that is free.")
    var port = 8080

    @Option(help: "A name under which browsers reach the chat, besides localhost; may be repeated.")
    var hostName: [String] = []

    @Option(help: "The path of an SQLite file, or postgres://…; else $CHAT_DATABASE, else chat.sqlite.")
    var database: String?

    @Option(help: "The greatest number of connections.")
    var connections = 1_000

    @Option(help: "After how many seconds an idle connection is closed; a stuck reader, after half as many more.")
    var timeout = 30

    @Flag(help: "Show at /channels which classes observe which channel.")
    var channels = false

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port must be from 0 to 65535, and is \(port).")
        }
        for (name, value) in [("connections", connections), ("timeout", timeout)] where value <= 0 {
            throw ValidationError("--\(name) must be greater than 0.")
        }
        _ = try (databaseLocation, logLevel)
    }

    private var databaseLocation: DatabaseLocation {
        get throws {
            let text = database ?? ProcessInfo.processInfo.environment["CHAT_DATABASE"] ?? "chat.sqlite"
            guard let location = DatabaseLocation(text) else {
                throw ValidationError(
                    "--database must be a path, or a URL that begins with postgres://, and whose password is percent-encoded."
                )
            }
            return location
        }
    }

    private var logLevel: Logger.Level {
        get throws {
            guard let text = ProcessInfo.processInfo.environment["LOG_LEVEL"] else { return .notice }
            guard let level = Logger.Level(rawValue: text.lowercased()) else {
                let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("LOG_LEVEL must be one of \(levels), and is \(text).")
            }
            return level
        }
    }

    /// Runs the command, and prints no password, whatever ends it.
    static func main() async {
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            let code = exitCode(for: error)
            let output = code.isSuccess ? FileHandle.standardOutput : .standardError
            output.write(Data((DatabaseLocation.withoutPasswords(fullMessage(for: error)) + "\n").utf8))
            Foundation.exit(code.rawValue)
        }
    }

    func run() async throws {
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        var logger = Logger(label: "chat")
        logger.logLevel = try logLevel

        let location = try databaseLocation
        let configuration = Configuration(
            address: address, port: port, hostNames: hostName, database: location, connections: connections,
            // Signs of life must come more often than connections time out.
            timeout: .seconds(timeout), keepAlive: .seconds(timeout) / 2, showsChannels: channels, logger: logger)
        let server: ChatServer
        do {
            server = try await ChatServer(configuration) { [address] port in
                let host = address.contains(":") ? "[\(address)]" : address
                let line = "The chat is at http://\(host):\(port) with its messages in \(location)\n"
                FileHandle.standardOutput.write(Data(line.utf8))
            }
        } catch {
            throw Failure(description: "The database \(location) can't be opened: \(error)")
        }
        do {
            try await run(server, logger: logger)
        } catch {
            throw Failure(description: "The chat can't be served at \(address):\(port): \(error)")
        }
    }

    /// Serves until a signal comes: the first one lets requests finish, and a second one ends the process at once.
    private func run(_ server: ChatServer, logger: Logger) async throws {
        var services = ServiceGroupConfiguration(services: [server], logger: logger)
        services.maximumGracefulShutdownDuration = .seconds(15)
        services.maximumCancellationDuration = .seconds(10)
        let group = ServiceGroup(configuration: services)
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        let patience = Task {
            var isStopping = false
            for await signal in signals {
                if isStopping { _exit(128 + signal.rawValue) }
                isStopping = true
                await group.triggerGracefulShutdown()
            }
        }
        defer { patience.cancel() }
        try await group.run()
    }
}

private struct Failure: Error, CustomStringConvertible {
    let description: String
}
