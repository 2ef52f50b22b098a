// A hole of the language that a page names: a generic class whose argument conforms on the main actor is erased to a
// Sendable existential. If the compiler closes it, delete the sentence on that page, and this file.
// Cells: nonisolated

import Broadcaster
import Dispatch

protocol Formatting { static func format() }

protocol RequestObserver: AnyObject, Sendable { func handled() }

final class Report<Format: Formatting>: RequestObserver { func handled() { Format.format() } }

@MainActor
struct Titles: @MainActor Formatting { static func format() {} }

@MainActor
func register(_ report: Report<Titles>) {
    Broadcaster.register((any RequestObserver).self, observer: report)
    Broadcaster.notify((any RequestObserver).self, on: .global()) { $0.handled() }
}

@MainActor
func callWithoutBroadcaster() {
    let observer: any RequestObserver = Report<Titles>()
    Task.detached { observer.handled() }
}
