import Foundation

#if os(Linux)
    /// What every thread of this process does: the functions on its stack.
    ///
    /// A signal makes each thread in turn note its return addresses, which `llvm-symbolizer` of the toolchain names.
    package func threadStacks() -> String {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in
            // It may interrupt an allocation, so it doesn't allocate.
            Sample.thread = Sample.ownThread()
            Sample.count = Sample.backtrace(Sample.addresses, Sample.limit)
            sem_post(Sample.isTaken)
        }
        action.sa_flags = SA_RESTART
        // The threads of Dispatch block most other signals. It stays installed, because a late signal would end the process.
        sigaction(SIGPROF, &action, nil)
        // The first call loads a library.
        Sample.count = Sample.backtrace(Sample.addresses, Sample.limit)
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        let threads = entries.compactMap { Int32($0) }.filter { $0 != Sample.ownThread() }
        let stacks = threads.sorted().map { ($0, addresses(of: $0)) }
        let names = names(of: stacks.flatMap(\.1))
        return stacks.map { thread, addresses in
            let lines = addresses.map { "    \(names[$0] ?? "?")\n" }
            return "thread \(thread) \(text(of: "task/\(thread)/comm"))" + lines.joined()
        }.joined()
    }

    /// Whether functions can be named.
    package var hasSymbolizer: Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/llvm-symbolizer")
        }
    }

    /// The return addresses of a thread, or none if it doesn't note them within ten seconds, in which even a busy machine
    /// lets it run.
    private func addresses(of thread: Int32) -> [UInt] {
        guard Sample.sendSignal(getpid(), thread, SIGPROF) == 0 else { return [] }
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        time.tv_sec += 10
        repeat {
            guard sem_timedwait(Sample.isTaken, &time) == 0 else { return [] }
            // Another thread may have noted its own too late.
        } while Sample.thread != thread
        // Without the handler, and what called it.
        return (3..<max(3, Int(Sample.count))).map { UInt(bitPattern: Sample.addresses[$0]) }
    }

    /// A file of the system about this process.
    private func text(of file: String) -> String {
        // Its size is unknown before its end.
        let data = FileHandle(forReadingAtPath: "/proc/self/\(file)")?.readDataToEndOfFile()
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// What a thread noted last, and functions that Foundation doesn't declare.
    private enum Sample {
        static let limit: Int32 = 64
        nonisolated(unsafe) static let addresses = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(
            capacity: Int(limit))
        nonisolated(unsafe) static var thread: Int32 = 0
        nonisolated(unsafe) static var count: Int32 = 0
        nonisolated(unsafe) static let isTaken = {
            let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
            sem_init(semaphore, 0, 0)
            return semaphore
        }()

        static let backtrace = function(
            "backtrace",
            as: (@convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>, Int32) -> Int32).self)
        static let sendSignal = function("tgkill", as: (@convention(c) (Int32, Int32, Int32) -> Int32).self)
        static let ownThread = function("gettid", as: (@convention(c) () -> Int32).self)

        private static func function<Function>(_ name: String, as type: Function.Type) -> Function {
            unsafeBitCast(symbol(name), to: type)
        }
    }

    /// The function, file and line of each address, or at least its offset in its file.
    private func names(of addresses: [UInt]) -> [UInt: String] {
        var starts: [Substring: UInt] = [:]
        var files: [(range: Range<UInt>, file: Substring)] = []
        for line in text(of: "maps").split(separator: "\n") {
            let fields = line.split(separator: " ", omittingEmptySubsequences: true)
            let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard fields.count == 6, fields[5].hasPrefix("/") else { continue }
            starts[fields[5]] = min(starts[fields[5]] ?? .max, bounds[0])
            files.append((bounds[0]..<bounds[1], fields[5]))
        }
        var places: [UInt: String] = [:]
        for address in Set(addresses) {
            guard let file = files.first(where: { $0.range.contains(address) })?.file else { continue }
            // A return address may be that of the next line.
            places[address] = "\(file) 0x\(String(address - starts[file]! - 1, radix: 16))"
        }
        let sorted = places.sorted { $0.key < $1.key }
        let lines = symbolized(sorted.map(\.value))
        guard lines.count == sorted.count else { return places }
        return Dictionary(uniqueKeysWithValues: zip(sorted.map(\.key), lines))
    }

    /// A line for each place, or none without the program.
    private func symbolized(_ places: [String]) -> [String] {
        let symbolizer = Process()
        symbolizer.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        symbolizer.arguments = ["llvm-symbolizer", "--output-style=GNU", "--pretty-print", "--no-inlines"] + places
        let output = Pipe()
        symbolizer.standardOutput = output
        symbolizer.standardInput = FileHandle.nullDevice
        guard (try? symbolizer.run()) != nil else { return [] }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        symbolizer.waitUntilExit()
        return text.split(separator: "\n").map { line in
            let (name, place) = (line.prefix { $0 != " " }, line.drop { $0 != " " })
            return demangled(String(name)) + place
        }
    }

    /// The name of a function, as Swift source has it.
    private func demangled(_ name: String) -> String {
        typealias Demangle =
            @convention(c) (
                UnsafePointer<CChar>, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UInt32
            ) -> UnsafeMutablePointer<CChar>?
        let demangle = unsafeBitCast(symbol("swift_demangle"), to: Demangle.self)
        guard let text = demangle(name, name.utf8.count, nil, nil, 0) else { return name }
        defer { free(text) }
        return String(cString: text)
    }
#elseif os(macOS)
    /// What every thread of this process does, by the program `sample`, which each Mac has.
    package func threadStacks() -> String {
        let sample = Process()
        sample.executableURL = URL(fileURLWithPath: "/usr/bin/sample")
        sample.arguments = ["\(getpid())", "1", "-mayDie"]
        let output = Pipe()
        sample.standardOutput = output
        sample.standardError = output
        do { try sample.run() } catch { return "\(error)" }
        return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
#else
    package func threadStacks() -> String { "" }
#endif
