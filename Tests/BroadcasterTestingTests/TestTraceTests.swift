import Broadcaster
import Foundation
import TestSupport
import Testing

@testable import BroadcasterTesting

@Suite("BROADCAST_TRACE", .timeLimit(.minutes(60)), .watched)
struct TestTraceTests {
    protocol Tracked: Sendable { func track() }

    final class Observer: Tracked {
        func track() {}
    }

    @Test("with the variable, isolated tests that run in parallel write one file, with the name of each test")
    func writes() async throws {
        await #expect(processExitsWith: .success) {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())/traces")
            defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
            setenv("BROADCAST_TRACE", folder.path, 1)
            await withTaskGroup(of: Void.self) { group in
                for number in 1...4 {
                    group.addTask {
                        let test = IsolatedTest(named: "Tests/test\(number)()", timeLimit: 30)
                        let observer = Observer()
                        test.broadcaster.register(Tracked.self, observer: observer)
                        precondition(test.broadcaster.channels.count == 1)
                        for _ in 0..<number { test.broadcaster.notify(Tracked.self, on: .global()) { $0.track() } }
                        await test.broadcaster.settled()
                        withExtendedLifetime((test, observer)) {}
                    }
                }
            }
            let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            precondition(files.count == 1)
            let lines = try String(contentsOf: files[0], encoding: .utf8).split(separator: "\n")
            precondition(lines.first == "[")
            for number in 1...4 {
                let broadcasts = lines.filter {
                    $0.contains(#""cat":"broadcast""#) && $0.contains(#","test":"Tests/test\#(number)()"}"#)
                }
                precondition(broadcasts.count == number)
            }
        }
    }

    @Test("without the variable, or if it is empty, nothing is recorded")
    func withoutVariable() async {
        await #expect(processExitsWith: .success) {
            unsetenv("BROADCAST_TRACE")
            let test = IsolatedTest(named: "Tests/test()", timeLimit: 30)
            precondition(TestTrace.start(of: "Tests/test()", with: test.broadcaster) == nil)
            setenv("BROADCAST_TRACE", "", 1)
            precondition(TestTrace.start(of: "Tests/test()", with: test.broadcaster) == nil)
        }
    }

    @Test("a folder that can't be created is reported once")
    func noFolder() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            setenv("BROADCAST_TRACE", "/dev/null/traces", 1)
            for _ in 1...2 {
                let test = IsolatedTest(named: "Tests/test()", timeLimit: 30)
                test.broadcaster.notify(Tracked.self, on: .global()) { $0.track() }
                withExtendedLifetime(test) {}
            }
        }
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        let start = "Broadcaster: BROADCAST_TRACE is /dev/null/traces, but no trace can be written: "
        #expect(output.components(separatedBy: start).count == 2)
        #expect(output.contains("Not a directory"))
    }
}
