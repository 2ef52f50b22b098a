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

let window = Window()
notify("without an observer, nothing is pending")
Broadcaster.register(UpdateTitle.self, observer: window)
if CommandLine.arguments.contains("late") {
    notify("1")
    while window.titles.isEmpty { _ = RunLoop.main.run(mode: .default, before: Date()) }
    notify("2")
    // Longer than the library waits: only the first broadcast counts, and that one has arrived.
    Thread.sleep(forTimeInterval: 6)
} else {
    let late = Process()
    late.executableURL = Bundle.main.executableURL
    late.arguments = ["late"]
    let lateError = Pipe()
    late.standardError = lateError
    try late.run()

    let standardError = StandardError()
    let start = DispatchTime.now()
    notify("1", line: 7)
    // Waits on the main thread.
    let warning = standardError.next()
    let end = DispatchTime.now()
    while window.titles.isEmpty { _ = RunLoop.main.run(mode: .default, before: Date()) }
    let rest = standardError.rest()
    precondition(end >= start + 5, "it warns after less than five seconds")
    let place = "'BlockedMain.UpdateTitle' was broadcast at BlockedMain/main.swift:7,"
    for part in [place, "because the main queue hasn't run", "\"Troubleshooting\""] {
        precondition(warning.contains(part), "the warning doesn't have \(part): \(warning)")
    }
    precondition(rest.isEmpty, "it warns again: \(rest)")

    late.waitUntilExit()
    let text = String(decoding: lateError.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    precondition(text.isEmpty, "a program whose first broadcast arrived is warned: \(text)")
}
