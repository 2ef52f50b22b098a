import Broadcaster
import BroadcasterTracing
import Foundation

extension Row {
    /// A broadcast of the shared broadcaster to the main queue, which a monitor sees.
    ///
    /// The monitor is registered only while the row runs.
    static func monitored(_ name: String, _ makeMonitor: @escaping @Sendable () -> any Broadcaster.Monitor) -> Row {
        Row(name) { observers, tally in
            let workload = Rows.notify.workload(observers, tally)
            let monitor = makeMonitor()
            Broadcaster.unregister(observer: monitor)
            let run: (Int) -> Void = { times in
                Broadcaster.register((any Broadcaster.Monitor).self, observer: monitor)
                workload.run(times)
                Broadcaster.unregister(observer: monitor)
            }
            return Workload(run: run, end: workload.end)
        }
    }
}

extension Rows {
    static let notifyMonitored = Row.monitored("`notify` with a monitor") { SilentMonitor() }

    package static let monitored: [Row] = [
        notify, notifyMonitored,
        .monitored("`notify` with a trace") { BroadcastTrace() },
        .monitored("`notify` with a trace to a file") {
            let name = "broadcasts-\(UUID()).json"
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(name)
            let trace = try! BroadcastTrace(writingTo: file)
            // The trace has it open.
            try! FileManager.default.removeItem(at: file)
            return trace
        },
    ]
}

/// A monitor that does nothing.
private final class SilentMonitor: Broadcaster.Monitor {
    func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) {}
    func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, as delivery: Broadcaster.Delivery) {}
}
