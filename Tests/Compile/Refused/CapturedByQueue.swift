// A block for a queue captures what is not Sendable: an object and a variable.

import Broadcaster
import Dispatch

nonisolated protocol Job: AnyObject, Sendable { func run() }

nonisolated final class Editor {}
// expected-mode6-note@-1 {{class 'Editor' does not conform to the 'Sendable' protocol}}

nonisolated func runJobs(on queue: DispatchQueue, editor: Editor) {
    var count = 0
    count += 1
    Broadcaster.notify((any Job).self, on: queue) { _ in print(editor) }
    // expected-mode6-error@-1 {{capture of 'editor' with non-Sendable type 'Editor' in a '@Sendable' closure}}
    Broadcaster.notify((any Job).self, on: queue) { _ in print(count) }
    // expected-mode5-warning@-1 {{reference to captured var 'count' in concurrently-executing code}}
    // expected-mode6-error@-2 {{reference to captured var 'count' in concurrently-executing code}}
}
