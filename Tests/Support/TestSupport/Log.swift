import Foundation

/// Records events in order, from any thread.
package final class Log<Entry: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var written: [Entry] = []

    package init() {}

    package var entries: [Entry] { lock.withLock { written } }

    package func write(_ entry: Entry) {
        lock.withLock { written.append(entry) }
    }
}
