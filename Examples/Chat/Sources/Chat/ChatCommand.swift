import ArgumentParser
import Foundation
import History
import Logging
import ServiceLifecycle
import UnixSignals

/// The command `swift run Chat`, with its options.
@main
struct ChatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Chat", abstract: "Serves a chat to browsers. LOG_LEVEL=info logs each request.")

    @Option(help: "The address to listen on.")
    var address = "127.0.0.1"

    @Option(help: "The port to listen on; 0 for one that is free.")
    var port = 8080

    @Option(help: "A name under which browsers reach the chat, besides localhost; may be repeated.")
    var hostName: [String] = []

    @Option(help: "The path of an SQLite file, or postgres://…; else $CHAT_DATABASE, else chat.sqlite.")
    var database: String?

    @Option(help: "How many requests and streams are served at a time.")
    var connections = 1_000

    @Option(help: "After how many seconds an idle connection is closed; a stuck reader, after half as many more.")
    var timeout = 30

    @Flag(help: "Show at /channels which classes observe which channel.")
    var channels = false

    func validate() throws { _ = try settings }

    private var settings: Configuration {
        get throws {
            let numbers = [
                ("port", port, 0, 65_535), ("connections", connections, 1, 1_000_000), ("timeout", timeout, 1, 86_400),
            ]
            for (name, value, least, most) in numbers where !(least...most).contains(value) {
                throw ValidationError("--\(name) must be from \(least) to \(most), and is \(value).")
            }
            let environment = ProcessInfo.processInfo.environment
            guard let location = DatabaseLocation(database ?? environment["CHAT_DATABASE"] ?? "chat.sqlite") else {
                throw ValidationError("--database must be a path, or postgres://… with a percent-encoded password.")
            }
            var logger = Logger(label: "chat")
            guard let level = Logger.Level(rawValue: environment["LOG_LEVEL"]?.lowercased() ?? "notice") else {
                throw ValidationError("LOG_LEVEL must be one of: \(Logger.Level.allCases)")
            }
            logger.logLevel = level
            return Configuration(
                address: address, port: port, hostNames: hostName, database: location, connections: connections,
                // Signs of life must come more often than connections time out.
                timeout: .seconds(timeout), keepAlive: .seconds(timeout) / 2, showsChannels: channels, logger: logger)
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
        let settings = try settings
        var failure = "The database \(settings.database) can't be opened"
        do {
            let server = try await ChatServer(settings) { port in
                let host = settings.address.contains(":") ? "[\(settings.address)]" : settings.address
                let line = "The chat is at http://\(host):\(port) with its messages in \(settings.database)\n"
                FileHandle.standardOutput.write(Data(line.utf8))
            }
            failure = "The chat can't be served at \(address):\(port)"
            try await run(server, logger: settings.logger)
        } catch {
            throw Failure(description: "\(failure): \(error)")
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
            var iterator = signals.makeAsyncIterator()
            guard await iterator.next() != nil else { return }
            await group.triggerGracefulShutdown()
            if let signal = await iterator.next() { _exit(128 + signal.rawValue) }
        }
        defer { patience.cancel() }
        try await group.run()
    }
}

private struct Failure: Error, CustomStringConvertible {
    let description: String
}
