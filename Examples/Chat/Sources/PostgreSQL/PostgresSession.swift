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
        try query("SET statement_timeout = '10s'")
    }

    deinit { PQfinish(connection) }

    /// Runs a statement, whose parameters are `$1`, `$2` and so on, and returns its rows.
    @discardableResult
    package func query(_ statement: String, _ parameters: [String] = []) throws -> [[String]] {
        let result = Self.withCStrings(parameters) { values in
            PQexecParams(connection, statement, CInt(parameters.count), nil, values, nil, nil, 0)
        }
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

    package func transaction<R>(_ body: () throws -> R) throws -> R {
        try query("BEGIN")
        do {
            let value = try body()
            try query("COMMIT")
            return value
        } catch {
            _ = try? query("ROLLBACK")
            throw error
        }
    }

    /// Waits up to a second for notifications, and returns their payloads.
    package func notifications() throws -> [String] {
        var descriptor = pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
        poll(&descriptor, 1, 1_000)
        guard PQconsumeInput(connection) == 1 else { throw PostgresError(connection) }
        var payloads: [String] = []
        while let notification = PQnotifies(connection) {
            payloads.append(String(cString: notification.pointee.extra))
            PQfreemem(notification)
        }
        return payloads
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
