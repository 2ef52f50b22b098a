import Broadcaster
import BroadcasterTracing
import Foundation
import TestSupport
import Testing

@Suite("The file of a trace", .timeLimit(.minutes(60)), .watched)
struct TraceFileTests {
    let broadcaster = Broadcaster()
    let file = TemporaryFile()

    @Test("a delivery and its calls have the fields that are documented")
    func fields() async throws {
        let trace = try BroadcastTrace(of: broadcaster, writingTo: file.url)
        let sender = Relay { [broadcaster] in
            broadcaster.notify(UnreadObserver.self, for: "secret", on: .global(), line: 2) { $0.unreadChanged() }
        }
        let owner = Relay()
        broadcaster.register(SyncObserver.self, observer: sender)
        broadcaster.observe(SyncMessage.self, owner: owner) { _, _ in }
        let observation = broadcaster.observe(SyncMessage.self) { _ in }
        let messages = broadcaster.messages(of: SyncMessage.self, bufferingPolicy: .bufferingOldest(0))
        broadcaster.register(UnreadObserver.self, observer: owner)
        broadcaster.notify(SyncObserver.self, line: 1) { $0.synced() }
        await broadcaster.settled()
        await broadcaster.settled()

        #expect(!file.text.contains("secret"))
        #expect(trace.description.contains("4 observers"))
        let events = try events(of: file.text)
        expectValidTrace(events)
        let process = Int(ProcessInfo.processInfo.processIdentifier)
        #expect(events.allSatisfy { $0.fields["pid"] as? Int == process })
        let slices = events.filter { $0.phase != "M" }
        #expect(slices.allSatisfy { $0.phase == "X" && $0.duration >= 0 })
        let test = "BroadcasterTracingTests"
        let sync = try #require(events.deliveries.named("SyncObserver").first)
        #expect(sync.name == "\(test).SyncObserver")
        #expect(sync.argument("fileID") == "\(test)/TraceFileTests.swift")
        #expect(sync.argument("line") == 1)
        #expect(sync.argument("key") == false)
        #expect(sync.argument("observers") == 4)
        #expect(sync.argument("dropped") == 1)
        #expect(try #require(sync.argument("queued") as Double?) >= 0)
        #expect(sync.cause == nil)
        #expect(sync.arguments["test"] == nil)
        let calls = events.calls.filter { $0.argument("channel") == sync.name }
        #expect(calls.map { $0.argument("kind") } == ["object", "owner", "closure", "loop"])
        #expect(calls.map(\.name) == Array(repeating: "\(test).Relay", count: 4))
        let unread = try #require(events.deliveries.named("UnreadObserver").first)
        #expect(unread.argument("key") == true)
        #expect(unread.argument("depth") == 1)
        #expect(unread.cause == ["broadcast": try #require(sync.argument("broadcast")), "call": 0])
        #expect(unread.arguments["dropped"] == nil)
        #expect(sync.row == 1)
        #expect(unread.row != 1)
        let names = events.filter { $0.phase == "M" && $0.name == "thread_name" }
        // Whichever delivery ends first is named first.
        #expect(Set(names.compactMap { $0.argument("name") as String? }) == ["main queue", "thread 2"])
        withExtendedLifetime((trace, sender, owner, observation, messages)) {}
    }

    @Test("the main actor has the first row, although another thread delivers first")
    func rows() async throws {
        let trace = try BroadcastTrace(of: broadcaster, writingTo: file.url)
        let relay = Relay()
        broadcaster.register(SyncObserver.self, observer: relay)
        broadcaster.register(UnreadObserver.self, observer: relay)
        broadcaster.notify(UnreadObserver.self, on: .global()) { $0.unreadChanged() }
        await broadcaster.settled()
        broadcaster.notify(SyncObserver.self) { $0.synced() }
        await broadcaster.settled()
        let events = try events(of: file.text)
        #expect(events.deliveries.map(\.row) == [2, 1])
        let names = events.filter { $0.name == "thread_name" }
        #expect(names.map(\.row) == [2, 1])
        #expect(names.map { $0.argument("name") ?? "" } == ["thread 2", "main queue"])
        withExtendedLifetime((trace, relay)) {}
    }

    @Test("each thread that delivers has its own row")
    func rowsOfThreads() async throws {
        let trace = try BroadcastTrace(of: broadcaster, writingTo: file.url)
        // One delivery waits for the other, so they are on two threads.
        let arrival = DispatchSemaphore(value: 0)
        let waiting = Relay { arrival.wait() }
        let arriving = Relay { arrival.signal() }
        broadcaster.register(SyncObserver.self, observer: waiting)
        broadcaster.register(UnreadObserver.self, observer: arriving)
        broadcaster.notify(SyncObserver.self, on: DispatchQueue(label: "waiting")) { $0.synced() }
        broadcaster.notify(UnreadObserver.self, on: DispatchQueue(label: "arriving")) { $0.unreadChanged() }
        await withTaskCancellationHandler {
            await broadcaster.settled()
        } onCancel: {
            arrival.signal()
        }
        #expect(try Set(events(of: file.text).deliveries.map(\.row)) == [2, 3])
        withExtendedLifetime((trace, waiting, arriving)) {}
    }

    @Test("the tree and the file say the same times")
    func times() async throws {
        let trace = try BroadcastTrace(of: broadcaster, writingTo: file.url)
        // Time: so long that a thousandth of it is printed.
        let observer = Relay { Thread.sleep(forTimeInterval: 0.005) }
        broadcaster.register(SyncObserver.self, observer: observer)
        broadcaster.notify(SyncObserver.self) { $0.synced() }
        await broadcaster.settled()
        let call = try #require(events(of: file.text).calls.first)
        let milliseconds = try #require(trace.description.split(separator: " ").dropLast().last.flatMap { Double($0) })
        #expect(abs(milliseconds - call.duration / 1_000) < 0.001)
        withExtendedLifetime(observer) {}
    }

    @Test("the file of a trace has the permissions of any new file")
    func permissions() throws {
        let trace = try BroadcastTrace(of: broadcaster, writingTo: file.url)
        let other = TemporaryFile()
        close(open(other.url.path, O_CREAT | O_WRONLY, 0o666))
        let modes = [file, other].map { file in
            let descriptor = open(file.url.path, O_RDONLY)
            defer { close(descriptor) }
            var status = stat()
            fstat(descriptor, &status)
            return status.st_mode
        }
        #expect(modes[0] == modes[1])
        withExtendedLifetime(trace) {}
    }

    @Test("a program that is started doesn't inherit the file of a trace")
    func inheritance() throws {
        let trace = try BroadcastTrace(of: broadcaster, writingTo: file.url)
        var written = stat()
        fstatat(AT_FDCWD, file.url.path, &written, 0)
        let descriptors = (0..<Int32(1_000)).filter { descriptor in
            var opened = stat()
            return fstat(descriptor, &opened) == 0 && opened.st_ino == written.st_ino && opened.st_dev == written.st_dev
        }
        #expect(descriptors.map { fcntl($0, F_GETFD) & FD_CLOEXEC } == [FD_CLOEXEC])
        withExtendedLifetime(trace) {}
    }

    @Test("what a broadcast without observers reports in the call that sent it is inside this call")
    func withoutObservers() async throws {
        let trace = try BroadcastTrace(of: broadcaster, writingTo: file.url)
        let sender = Relay { [broadcaster] in broadcaster.notify(UnreadObserver.self) { $0.unreadChanged() } }
        broadcaster.register(SyncObserver.self, observer: sender)
        broadcaster.notify(SyncObserver.self) { $0.synced() }
        await broadcaster.settled()
        let events = try events(of: file.text)
        expectValidTrace(events)
        let call = try #require(events.calls.first)
        let unread = try #require(events.deliveries.named("UnreadObserver").first)
        #expect(call.start <= unread.start && unread.end <= call.end + 0.001)
        #expect(call.row == unread.row)
        withExtendedLifetime((trace, sender)) {}
    }

    @Test("names with quotes, backslashes, and control characters are escaped")
    func escapes() throws {
        let trace = try BroadcastTrace(of: broadcaster, writingTo: file.url)
        broadcaster.notify(SyncObserver.self, fileID: "A\"\\\n\u{0}\u{1F}é/B.swift") { $0.synced() }
        let events = try events(of: file.text)
        #expect(events.deliveries.first?.argument("fileID") == "A\"\\\n\u{0}\u{1F}é/B.swift")
        withExtendedLifetime(trace) {}
    }

    @Test("the file can be read after any of its bytes, and what was complete is in it")
    func cutAnywhere() async throws {
        let trace = try BroadcastTrace(of: broadcaster, writingTo: file.url)
        let sender = Relay { [broadcaster] in broadcaster.notify(UnreadObserver.self) { $0.unreadChanged() } }
        broadcaster.register(SyncObserver.self, observer: sender)
        broadcaster.notify(SyncObserver.self) { $0.synced() }
        await broadcaster.settled()
        let bytes = Array(file.text.utf8)
        var counts: [Int] = []
        for length in 0...bytes.count {
            counts.append(try events(of: String(decoding: bytes[..<length], as: UTF8.self)).count)
        }
        #expect(counts.last == 5)
        #expect(counts == counts.sorted())
        withExtendedLifetime((trace, sender)) {}
    }

    @Test("a file that exists is replaced")
    func replaces() throws {
        try Data(repeating: UInt8(ascii: "~"), count: 10_000).write(to: file.url)
        let trace = try BroadcastTrace(of: broadcaster, writingTo: file.url)
        broadcaster.notify(SyncObserver.self) { $0.synced() }
        #expect(try events(of: file.text).deliveries.count == 1)
        #expect(!file.text.contains("~"))
        withExtendedLifetime(trace) {}
    }

    @Test("a file that another trace of this process writes to is an error, and stays as it is, until that trace ends")
    func fileInUse() throws {
        var first: BroadcastTrace? = try BroadcastTrace(of: broadcaster, writingTo: file.url)
        broadcaster.notify(SyncObserver.self) { $0.synced() }
        let link = TemporaryFile()
        try FileManager.default.createSymbolicLink(at: link.url, withDestinationURL: file.url)
        for url in [file.url, link.url] {
            let error = #expect(throws: CocoaError.self) { try BroadcastTrace(of: broadcaster, writingTo: url) }
            #expect(error?.code == .fileLocking)
            let reason = "Another trace of this process writes to it."
            #expect(error?.localizedDescription == "“\(url.path)” can't be written: \(reason)")
        }
        #expect(try events(of: file.text).deliveries.count == 1)
        withExtendedLifetime(first) {}
        first = nil
        let second = try BroadcastTrace(of: broadcaster, writingTo: file.url)
        // A file without broadcasts has an event, because Perfetto opens no empty one.
        #expect(try events(of: file.text).map(\.name) == ["process_name"])
        withExtendedLifetime(second) {}
    }

    @Test("a file that can't be written is an error with its path and the reason")
    func errors() {
        let folder = FileManager.default.temporaryDirectory
        let missing = folder.appendingPathComponent("\(UUID())/trace.json")
        expectError(.fileNoSuchFile, "No such file or directory", for: missing)
        expectError(.fileWriteUnknown, "Is a directory", for: folder)
        expectError(.fileWriteUnknown, "File name too long", for: folder.appendingPathComponent(name(ofLength: 300)))
        let network = URL(string: "https://example.com/trace.json")!
        expectError(.fileWriteUnsupportedScheme, "It isn't the URL of a file", for: network)
        #if os(Linux)
            expectError(.fileWriteOutOfSpace, "No space left on device", for: URL(fileURLWithPath: "/dev/full"))
        #endif
        #expect(broadcaster.channels.isEmpty)
    }

    @Test("a pipe is an error, because a trace would wait for its reader, and would end the program when that has gone")
    func pipe() {
        mkfifo(file.url.path, 0o600)
        let reader = open(file.url.path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        expectError(.fileWriteUnknown, "It is a pipe or a socket", for: file.url)
    }

    private func expectError(
        _ code: CocoaError.Code, _ reason: String, for url: URL, at location: SourceLocation = #_sourceLocation
    ) {
        let path = url.isFileURL ? url.path : url.absoluteString
        let trace = BroadcastTrace(of: broadcaster)
        for write in [{ _ = try BroadcastTrace(of: self.broadcaster, writingTo: url) }, { try trace.write(to: url) }] {
            let error = #expect(throws: CocoaError.self, sourceLocation: location) { try write() }
            #expect(error?.code == code, sourceLocation: location)
            let description = "“\(path)” can't be written: \(reason)."
            #expect(error?.localizedDescription == description, sourceLocation: location)
        }
    }

    private func name(ofLength count: Int) -> String { String(repeating: "n", count: count) }

    @Test("several traces may write to one device")
    func device() throws {
        // Like /dev/null, it discards what is written to it.
        let url = URL(fileURLWithPath: "/dev/zero")
        let traces = try [
            BroadcastTrace(of: broadcaster, writingTo: url), BroadcastTrace(of: broadcaster, writingTo: url),
        ]
        try traces[0].write(to: url)
        withExtendedLifetime(traces) {}
    }

    @Test("a line that isn't an Int is written as the greatest one")
    func greatestLine() throws {
        let trace = try BroadcastTrace(of: broadcaster, writingTo: file.url)
        broadcaster.notify(SyncObserver.self, line: .max) { $0.synced() }
        #expect(try events(of: file.text).deliveries.first?.argument("line") == Int.max)
        #expect(trace.description.contains(":\(UInt.max) "))
        withExtendedLifetime(trace) {}
    }

    @Test("a trace without standard error writes to its file, and nothing else is in it", .startsProcess)
    func withoutStandardError() async {
        await #expect(processExitsWith: .success) {
            // So that the number of standard error is the next one.
            while open("/dev/zero", O_RDONLY) < STDERR_FILENO {}
            close(STDERR_FILENO)
            let file = TemporaryFile()
            let broadcaster = Broadcaster()
            let trace = try BroadcastTrace(of: broadcaster, writingTo: file.url)
            _ = write(STDERR_FILENO, "?\n", 2)
            broadcaster.notify(SyncObserver.self) { $0.synced() }
            precondition(try! events(of: file.text).deliveries.count == 1)
            withExtendedLifetime(trace) {}
        }
    }

    @Test("a disk that becomes full is reported once, and what was written before can be read", .startsProcess)
    func diskBecomesFull() async throws {
        let result = await #expect(
            processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
        ) {
            // A limit of the process stands for a full disk.
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 4_096, rlim_max: 4_096)
            precondition(setrlimit(fileSizeLimit, &limit) == 0)
            let file = TemporaryFile()
            let broadcaster = Broadcaster()
            let trace = try BroadcastTrace(of: broadcaster, writingTo: file.url)
            for _ in 0..<100 { broadcaster.notify(SyncObserver.self) { $0.synced() } }
            let text = file.text
            precondition(text.utf8.count <= 4_096)
            let written = try events(of: text)
            precondition(written.deliveries.count > 5)
            withExtendedLifetime(trace) {}
        }
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(output.components(separatedBy: "Broadcaster: A trace ends here. “").count == 2)
        #expect(output.hasSuffix("” can't be written: File too large.\n"))
    }

    @Test("a program without standard input may write a trace, whose file is closed with it", .startsProcess)
    func withoutStandardInput() async {
        await #expect(processExitsWith: .success) {
            // So that its number is that of the file.
            close(STDIN_FILENO)
            let file = TemporaryFile()
            let broadcaster = Broadcaster()
            var trace: BroadcastTrace? = try BroadcastTrace(of: broadcaster, writingTo: file.url)
            broadcaster.notify(SyncObserver.self) { $0.synced() }
            precondition(try! events(of: file.text).deliveries.count == 1)
            // Dispatch may have opened a file of its own first, with that number, or open one later.
            func isOpen() -> Bool {
                var (written, opened) = (stat(), stat())
                fstatat(AT_FDCWD, file.url.path, &written, 0)
                return fstat(STDIN_FILENO, &opened) == 0 && opened.st_ino == written.st_ino
            }
            let wasOpen = isOpen()
            withExtendedLifetime(trace) {}
            trace = nil
            precondition(!wasOpen || !isOpen())
        }
    }

    @Test("a program may write one trace after another without running out of open files", .startsProcess)
    func closesFiles() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit(rlim_cur: 100, rlim_max: 100)
            precondition(setrlimit(openFileLimit, &limit) == 0)
            let file = TemporaryFile()
            for _ in 0..<200 {
                let trace = try BroadcastTrace(of: Broadcaster(), writingTo: file.url)
                // One that is refused keeps nothing open either.
                do {
                    _ = try BroadcastTrace(of: Broadcaster(), writingTo: file.url)
                } catch let error as CocoaError {
                    precondition(error.code == .fileLocking)
                }
                withExtendedLifetime(trace) {}
            }
        }
    }

    @Test("a program that is killed leaves what settled() has waited for", .startsProcess)
    func killed() async throws {
        let result = await #expect(processExitsWith: .signal(SIGKILL), observing: [\.standardErrorContent]) {
            let url = FileManager.default.temporaryDirectory.appendingPathComponent("killed-\(getppid()).json")
            let broadcaster = Broadcaster()
            let trace = try BroadcastTrace(of: broadcaster, writingTo: url)
            let observer = Relay()
            broadcaster.register(SyncObserver.self, observer: observer)
            for _ in 0..<100 { broadcaster.notify(SyncObserver.self) { $0.synced() } }
            await broadcaster.settled()
            withExtendedLifetime((trace, observer)) { _ = kill(getpid(), SIGKILL) }
        }
        _ = result
        let killed = TemporaryFile("killed-\(getpid()).json")
        let events = try events(of: killed.text)
        expectValidTrace(events)
        #expect(events.deliveries.count == 100)
        #expect(events.calls.count == 100)
    }
}

#if canImport(Darwin)
    private let fileSizeLimit = RLIMIT_FSIZE
    private let openFileLimit = RLIMIT_NOFILE
#else
    private let fileSizeLimit = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    private let openFileLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
#endif
