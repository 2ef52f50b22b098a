import CPostgreSQL
import Foundation

/// An error that the database or its client library reports.
package struct PostgresError: Error, CustomStringConvertible {
    package let description: String
    /// Tells whether the connection is lost, so that the outcome of a running commit is unknown.
    package let isConnectionLost: Bool

    init(_ connection: OpaquePointer?, _ result: OpaquePointer? = nil) {
        let words = result.map { String(cString: PQresultErrorMessage($0)) } ?? ""
        description = (words.isEmpty ? String(cString: PQerrorMessage(connection)) : words)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        // Without a state, libpq itself failed: after a failed write, the status may still say that all is well.
        // Class 57P: the server is shutting down, crashed or can't accept connections yet.
        let state = result.flatMap { PQresultErrorField($0, CInt(UInt8(ascii: "C"))) }.map { String(cString: $0) } ?? ""
        isConnectionLost = PQstatus(connection) != CONNECTION_OK || state.isEmpty || state.hasPrefix("57P")
    }
}

/// A connection that blocks its thread while it waits, and belongs to one queue.
package final class PostgresSession {
    private let connection: OpaquePointer?
    private var prepared: [String: String] = [:]

    /// Connects.
    init(url: String) throws {
        // The URL comes last, so its settings win.
        let settings = [
            ("connect_timeout", "5"), ("tcp_user_timeout", "10000"), ("keepalives_idle", "10"),
            ("application_name", "chat"), ("client_encoding", "UTF8"), ("dbname", url),
        ]
        connection = Self.withCStrings(settings.map(\.0)) { names in
            Self.withCStrings(settings.map(\.1)) { values in PQconnectdbParams(names, values, 1) }
        }
        guard PQstatus(connection) == CONNECTION_OK else { throw PostgresError(connection) }
        PQsetNoticeProcessor(connection, { _, _ in }, nil)
        try run("SET statement_timeout = '10s'")
    }

    deinit { PQfinish(connection) }

    /// Runs statements that take no parameters and return nothing.
    package func run(_ statements: String) throws {
        _ = try rows(of: PQexec(connection, statements))
    }

    /// Runs a statement, which is prepared when it is first run, and returns its rows.
    package func query(_ statement: String, _ parameters: [String] = []) throws -> [[String]] {
        let name: String
        if let known = prepared[statement] {
            name = known
        } else {
            name = "s\(prepared.count)"
            _ = try rows(of: PQprepare(connection, name, statement, 0, nil))
            prepared[statement] = name
        }
        return try rows(
            of: Self.withCStrings(parameters) { values in
                PQexecPrepared(connection, name, CInt(parameters.count), values, nil, nil, 0)
            })
    }

    /// Runs `body` in a transaction, which is rolled back if `body` throws.
    package func transaction<R>(_ body: () throws -> R) throws -> R {
        try run("BEGIN")
        do {
            let value = try body()
            try run("COMMIT")
            return value
        } catch {
            try? run("ROLLBACK")
            throw error
        }
    }

    var socket: CInt { PQsocket(connection) }

    /// Reads all that the socket has, and returns the payloads of the notifications that arrived.
    func receiveNotifications() throws -> [String] {
        // `PQconsumeInput` need not read everything, and a source reports the end of a connection only once.
        repeat {
            guard PQconsumeInput(connection) == 1 else { throw PostgresError(connection) }
        } while isReadable
        var payloads: [String] = []
        while let notification = PQnotifies(connection) {
            payloads.append(String(cString: notification.pointee.extra))
            PQfreemem(notification)
        }
        return payloads
    }

    private var isReadable: Bool {
        var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) > 0
    }

    private func rows(of result: OpaquePointer?) throws -> [[String]] {
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK: return []
        case PGRES_TUPLES_OK:
            return (0..<PQntuples(result)).map { row in
                (0..<PQnfields(result)).map { String(cString: PQgetvalue(result, row, $0)) }
            }
        default: throw PostgresError(connection, result)
        }
    }

    /// Calls `body` with an array of C strings that ends with a null pointer.
    private static func withCStrings<R>(
        _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> R
    ) -> R {
        let copies = strings.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        let pointers = copies.map { UnsafePointer($0) } + [nil]
        return pointers.withUnsafeBufferPointer { body($0.baseAddress!) }
    }
}
