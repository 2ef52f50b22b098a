// A program that blocks its main thread, so that nothing arrives. It starts itself once more, as one that is only late.

import Broadcaster
import Foundation
import StandardError

@MainActor
protocol UpdateTitle {
    func updateWithNewTitle(title: String)
}

final class Window: UpdateTitle {
    private(set) var titles: [String] = []

    func updateWithNewTitle(title: String) { titles.append(title) }
}

func notify(_ title: String, line: UInt = #line) {
    Broadcaster.notify(UpdateTitle.self, line: line) { $0.updateWithNewTitle(title: title) }
}

/// The status of a program whose first broadcast came so late that nothing can be said.
let tooBusy: Int32 = 75

/// Starts this program as one that is only late, and returns its standard error as well.
func startLate() throws -> (Process, Pipe) {
    let late = Process()
    late.executableURL = Bundle.main.executableURL
    late.arguments = ["late"]
    let standardError = Pipe()
    late.standardError = standardError
    try late.run()
    return (late, standardError)
}

let window = Window()
notify("without an observer, nothing is pending")
Broadcaster.register(UpdateTitle.self, observer: window)
if CommandLine.arguments.contains("late") {
    let start = DispatchTime.now()  // Time: see below.
    notify("1")
    while window.titles.isEmpty { _ = RunLoop.main.run(mode: .default, before: Date()) }
    // Time: on a busy machine, the first broadcast may be so late that the warning is due. The program starts again then.
    if DispatchTime.now() > start + 4 { exit(tooBusy) }
    notify("2")
    // Time: longer than the library waits. Only the first broadcast counts, and that one has arrived.
    Thread.sleep(forTimeInterval: 6)
} else {
    var (late, lateError) = try startLate()

    let standardError = StandardError()
    let start = DispatchTime.now()  // Time: see below.
    notify("1", line: 7)
    // Waits on the main thread.
    let warning = standardError.next()
    let end = DispatchTime.now()  // Time: see below.
    while window.titles.isEmpty { _ = RunLoop.main.run(mode: .default, before: Date()) }
    let rest = standardError.rest()
    // Time: a busy machine only warns later.
    precondition(end >= start + 5, "it warns after less than five seconds")
    let place = "'BlockedMain.UpdateTitle' was broadcast at BlockedMain/main.swift:7,"
    for part in [place, "because the main queue hasn't run", "\"Troubleshooting\""] {
        precondition(warning.contains(part), "the warning doesn't have \(part): \(warning)")
    }
    precondition(rest.isEmpty, "it warns again: \(rest)")

    late.waitUntilExit()
    while late.terminationStatus == tooBusy {
        (late, lateError) = try startLate()
        late.waitUntilExit()
    }
    let text = String(decoding: lateError.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    precondition(text.isEmpty, "a program whose first broadcast arrived is warned: \(text)")
}
