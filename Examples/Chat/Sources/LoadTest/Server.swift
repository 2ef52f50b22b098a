import Foundation

/// The program under load, in a process of its own.
final class Server: Sendable {
    let port: Int
    private let process = Process()

    init(program: String, database: String, connections: Int) throws {
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = [
            "--port", "0", "--database", database, "--connections", "\(connections)", "--channels",
            "--timeout", "600",
        ]
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = line.firstMatch(of: /127\.0\.0\.1:([0-9]+)/).flatMap({ Int($0.1) }) else {
            throw CocoaError(.executableNotLoadable)
        }
        self.port = port
    }

    /// Opens a stream that isn't read yet.
    func openStream(in room: String, name: String? = nil) throws -> Int32 {
        let socket = try connectSocket(port: port)
        let query = name.map { "?name=" + $0 } ?? ""
        sendAll(Array("GET /rooms/\(room)/events\(query) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8), to: socket)
        return socket
    }

    func stop() -> Int32 {
        process.terminate()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Ends this program after the server, which would otherwise outlive it.
    func fail(_ reason: String) -> Never {
        FileHandle.standardError.write(Data((reason + "\n").utf8))
        kill()
        exit(EXIT_FAILURE)
    }

    func kill() {
        if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    }

    var figures: ProcessFigures { ProcessFigures(process.processIdentifier) }

    /// How many connections observe, as the server tells it.
    func connections() throws -> Int {
        let socket = try connectSocket(port: port)
        defer { close(socket) }
        sendAll(Array("GET /channels HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8), to: socket)
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = recv(socket, &buffer, buffer.count, 0), count > 0 { answer += buffer[..<count] }
        // Each is an observer of Attendee.
        let attendees = String(decoding: answer, as: UTF8.self).split(separator: "{").filter {
            $0.contains("ChatChannels.Attendee")
        }
        return attendees.reduce(0) { $0 + $1.components(separatedBy: "Live.Connection\"").count - 1 }
    }
}

/// What a process uses, as Linux tells it.
struct ProcessFigures {
    private let folder: String

    init(_ process: Int32) {
        folder = "/proc/\(process)"
    }

    /// The memory that the process holds, in megabytes.
    func memory() throws -> Int {
        let status = try String(contentsOfFile: folder + "/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) / 1_024
    }

    /// The processor time that the process took so far, in seconds.
    func processorTime() throws -> Double {
        let stat = try String(contentsOfFile: folder + "/stat", encoding: .utf8)
        // The fields after the name, which stands in parentheses.
        let fields = stat.split(separator: ")").last?.split(separator: " ").map { Double($0) ?? 0 } ?? []
        return (fields[11] + fields[12]) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}

/// Connects to a port of this machine, with a receive buffer of a given size or of the usual one.
func connectSocket(port: Int, receiveBuffer: Int32? = nil) throws -> Int32 {
    #if canImport(Glibc)
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
        let socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
    #endif
    if var receiveBuffer {
        setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return socket
}

/// Sends all bytes, and tells whether the other side takes them.
@discardableResult
func sendAll(_ bytes: [UInt8], to socket: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
        // Without a signal when the other side has gone.
        let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard count > 0 else { return false }
        rest.removeFirst(count)
    }
    return true
}
