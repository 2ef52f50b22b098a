import Foundation
import Testing

@Suite("Load", .timeLimit(.minutes(10)))
struct LoadTests {
    /// The script `test` runs the same program in release mode, with 1,000 streams and 10,000 messages.
    @Test("Each of many streams is complete and in order")
    func streams() async throws {
        let folder = URL(fileURLWithPath: Program.path).deletingLastPathComponent()
        let program = folder.appendingPathComponent("LoadTest").path
        let load = try Program(["check", "--streams", "100", "--messages", "300"], executable: program)
        let report = await load.allOutput()
        let errors = await load.allErrors()
        #expect(await load.status() == 0, "\(errors)")
        #expect(report.contains("30000 deliveries: each stream complete and in order"))
    }
}
