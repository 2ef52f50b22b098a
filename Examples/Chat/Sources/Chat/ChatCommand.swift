import ArgumentParser
import Foundation
import History
import Logging
import ServiceLifecycle

/// `swift run Chat`.
@main
struct ChatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Chat",
        abstract: "Serves a chat to browsers.",
        discussion: "It keeps its messages in a file, or in a PostgreSQL database that several processes share.")

    @Option(help: "The address to listen on.")
    var hostname = "127.0.0.1"

    @Option(help: "The port to listen on; 0 for one that is free.")
    var port = 8080

    @Option(help: ArgumentHelp("The path of an SQLite file, or postgres://…", valueName: "path or url"))
    var database = "chat.sqlite"

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port must be from 0 to 65535, and is \(port).")
        }
        guard !database.isEmpty, !database.contains("://") || History.isPostgres(database) else {
            throw ValidationError("--database must be a path, or a URL that begins with postgres://.")
        }
    }

    func run() async throws {
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        var logger = Logger(label: "chat")
        let level = ProcessInfo.processInfo.environment["LOG_LEVEL"].flatMap { Logger.Level(rawValue: $0) }
        logger.logLevel = level ?? .notice

        var configuration = ChatServer.Configuration(database: database)
        configuration.hostname = hostname
        configuration.port = port
        configuration.logger = logger
        let server: ChatServer
        do {
            server = try await ChatServer(configuration) { [hostname] port in
                let host = hostname.contains(":") ? "[\(hostname)]" : hostname
                FileHandle.standardOutput.write(Data("The chat is at http://\(host):\(port)\n".utf8))
            }
        } catch {
            // A URL may hold a password, so it isn't shown.
            let name = History.isPostgres(database) ? "PostgreSQL database" : "database \(database)"
            throw Failure(description: "The \(name) can't be opened: \(error)")
        }
        let group = ServiceGroup(
            configuration: .init(services: [server], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        do {
            try await group.run()
        } catch {
            throw Failure(description: "The chat can't be served at \(hostname):\(port): \(error)")
        }
    }
}

private struct Failure: Error, CustomStringConvertible {
    let description: String
}
