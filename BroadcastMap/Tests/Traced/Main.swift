import BroadcasterTracing
import Foundation

@main
enum Program {
    static func main() async throws {
        let trace = try BroadcastTrace(writingTo: URL(fileURLWithPath: "trace.json"))
        await runHotel()
        withExtendedLifetime(trace) {}
    }
}
