import Foundation
import Glibc

/// A program that runs in its own session, so that it can be ended with all that it started.
struct Command {
    var arguments: [String]
    var environment: [String: String] = [:]

    enum Ending: Equatable {
        case exited(Int32)
        case signaled(Int32)
        /// It was ended, because the output had what was looked for.
        case matched
        case timedOut
    }

    struct Result {
        let ending: Ending
        let output: String
        /// The processor time of the program, and of what it started and waited for.
        let seconds: Double
    }

    /// Runs the program until it ends, or until `isDone` returns true for its output.
    ///
    /// It hangs, and is ended, when it has used more seconds of processor time than `limit`, or hardly any for a
    /// while that is longer on a busy machine.
    func run(limit: Double = .infinity, until isDone: (String) -> Bool = { _ in false }) throws -> Result {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Failure("pipe: \(String(cString: strerror(errno)))") }
        // Another program that starts meanwhile must not keep it open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        defer { close(ends[0]) }
        let process = try spawn(output: ends[1])
        close(ends[1])

        let session = Session(process)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        func read() -> Int {
            let count = Glibc.read(ends[0], &buffer, buffer.count)
            if count > 0 { bytes += buffer[..<count] }
            return count
        }
        var status: Int32 = 0
        var usage = rusage()
        var ending: Ending?
        var progress = Progress()
        while ending == nil {
            var descriptor = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
            poll(&descriptor, 1, 100)
            let count = read()
            if count == 0 { usleep(10_000) }
            if count > 0, isDone(String(decoding: bytes, as: UTF8.self)) {
                ending = .matched
                // The pipe stays open as long as a process that it started lives.
            } else if count <= 0, wait4(process, &status, WNOHANG, &usage) == process {
                ending = status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .signaled(status & 0x7f)
            } else if limit.isFinite, progress.hangs(session, limit) {
                ending = .timedOut
            }
        }
        while read() > 0 {}
        session.kill()
        if [.matched, .timedOut].contains(ending) { wait4(process, &status, 0, &usage) }
        return Result(
            ending: ending!, output: String(decoding: bytes, as: UTF8.self),
            seconds: usage.ru_utime.seconds + usage.ru_stime.seconds)
    }

    private func spawn(output: Int32) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, output, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // POSIX_SPAWN_SETSID, which Glibc's module lacks.
        posix_spawnattr_setflags(&attributes, 0x80)

        let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let argv = arguments.map { strdup($0) } + [nil]
        let envp = all.map { strdup("\($0)=\($1)") } + [nil]
        defer { for pointer in argv + envp { free(pointer) } }
        var process: pid_t = 0
        let error = posix_spawnp(&process, arguments[0], &actions, &attributes, argv, envp)
        guard error == 0 else { throw Failure("\(arguments[0]): \(String(cString: strerror(error)))") }
        return process
    }
}

extension timeval {
    fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}

/// A process, and all that it started, in their own process groups as well.
private struct Session {
    private let leader: pid_t

    init(_ leader: pid_t) { self.leader = leader }

    private var processes: [pid_t] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc")
        return (names ?? []).compactMap { pid_t($0) }.filter { getsid($0) == leader }
    }

    func kill() { for process in processes { Glibc.kill(process, SIGKILL) } }

    /// The processor time of the processes, and of those that they waited for, in seconds.
    var seconds: Double {
        processes.reduce(0) { sum, process in
            guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
                let fields = text.split(separator: ")").last?.split(separator: " "), fields.count > 14
            else { return sum }
            let ticks = fields[11...14].compactMap { Double($0) }.reduce(0, +)
            return sum + ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
        }
    }
}

/// Whether a program uses processor time, looked at once a second.
private struct Progress {
    private var lastLook = Date()
    private var lastProgress = Date()
    private var seconds = 0.0

    mutating func hangs(_ session: Session, _ limit: Double) -> Bool {
        let now = Date()
        if now.timeIntervalSince(lastLook) < 1 { return false }
        lastLook = now
        let used = session.seconds
        // A program that hangs still looks at a clock now and then.
        if used > seconds + 1 {
            seconds = used
            lastProgress = now
        }
        var load: [Double] = [0]
        getloadavg(&load, 1)
        return used > limit || now.timeIntervalSince(lastProgress) > 20 + load[0]
    }
}
