#if DEBUG
    import Foundation

    /// What a debug build of the library writes to standard error, because the symptom is silence.
    @usableFromInline
    enum DebugWarnings: Sendable {
        /// Warns if the first broadcast to the main queue is still pending after five seconds, once in a process.
        ///
        /// A block on the main queue cancels the warning. The last of the five seconds starts anew where the process
        /// was suspended before, as at a breakpoint, so that the main queue gets its chance.
        @usableFromInline
        static func expectDelivery<T>(to protocolType: T.Type, fileID: StaticString, line: UInt) {
            let isFirstCall = wasCalled.withLock { wasCalled in
                defer { wasCalled = true }
                return !wasCalled
            }
            guard isFirstCall else { return }
            // `nonisolated(unsafe)`: any thread may cancel a work item.
            nonisolated(unsafe) let warning = DispatchWorkItem {
                StandardError.write(
                    """
                    '\(typeName(T.self))' was broadcast at \(fileID):\(line), and is still pending after five seconds, \
                    because the main queue hasn't run. See "Nothing arrives" on the page "Troubleshooting".
                    """)
            }
            let queue = DispatchQueue.global()
            queue.asyncAfter(deadline: .now() + 4) { queue.asyncAfter(deadline: .now() + 1, execute: warning) }
            MainQueue.queue.async { warning.cancel() }
        }

        private static let wasCalled = Locked(false)

        /// Warns that the observers of a protocol have keys of another type than a broadcast.
        static func observersHaveOtherKeys(
            _ observedTypes: [String], _ channel: String, broadcastWith type: Any.Type, at place: String
        ) {
            StandardError.writeOnce(
                """
                '\(channel)' was broadcast at \(place) with a key of the type '\(typeName(type))', and no observer was \
                called, because its observers were registered with keys of the type \
                \(observedTypes.map { "'\($0)'" }.joined(separator: ", ")). Only equal keys of one type match.
                """, about: "keys of \(channel) \(typeName(type))")
        }

        /// Warns that a class was broadcast to, whose objects observe a protocol.
        static func classIsNotObserved(_ type: Any.Type, observing channels: [String], at place: String) {
            let observerClass = typeName(type)
            StandardError.writeOnce(
                """
                '\(observerClass)' was broadcast at \(place), and no observer was called: nothing was ever registered \
                for this class, but objects of it were registered for \
                \(channels.map { "'\($0)'" }.joined(separator: ", ")). Notify with the protocol.
                """, about: "class \(observerClass)")
        }

        /// Warns that a composition was broadcast to, and one of its protocols is observed, or the reverse.
        static func compositionIsNotObserved(_ type: Any.Type, observed channels: [String], at place: String) {
            let channel = typeName(type)
            StandardError.writeOnce(
                """
                '\(channel)' was broadcast at \(place), and no observer was called: nothing was ever registered for \
                it, but observers were registered for \(channels.map { "'\($0)'" }.joined(separator: ", ")). A \
                composition is a channel of its own. Notify with the type that they were registered for.
                """, about: "composition \(channel)")
        }

        /// Warns that a type of messages was broadcast to.
        static func messageIsNotObserved<M: Broadcaster.Message>(_ type: M.Type, at place: String) {
            let message = typeName(M.self)
            StandardError.writeOnce(
                """
                '\(message)' was broadcast at \(place), and no observer was called, because it is a message. Notify \
                with a value of it, or with its protocol, '\(typeName(M.Channel.self))'.
                """, about: "message \(message)")
        }
    }
#endif
