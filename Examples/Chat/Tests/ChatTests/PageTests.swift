import Foundation
import Testing

@Suite("The page", .timeLimit(.minutes(10)))
struct PageTests {
    @Test("Two people join in a browser, write, read, lose the server and find it again")
    func browser() async throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("browser.py")
        try await withTemporaryFolder { folder in
            let play = try Program(["python3", script.path, Program.path, folder], executable: "/usr/bin/env")
            #expect(await play.status() == 0, "\(play.output) \(play.errors)")
            #expect(play.output.contains("no exception, no violation of the policy, and no other host"))
            // To look at them: CHAT_SCREENSHOTS=folder swift test
            if let kept = ProcessInfo.processInfo.environment["CHAT_SCREENSHOTS"] {
                for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".png") {
                    let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
                    try data.write(to: URL(fileURLWithPath: "\(kept)/\(name)"))
                }
            }
        }
    }
}
