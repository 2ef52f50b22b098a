extension Broadcaster {
    /// The call of an observer from which a broadcast was sent.
    ///
    /// ```swift
    /// if let cause = broadcast.cause {
    ///     print("sent from \(cause.observerClass), depth \(cause.depth)")
    /// }
    /// ```
    ///
    /// It follows what an observer sends in its method, what tasks that it starts send, and what a closure that awaits
    /// sends while it handles the message. A detached task and a block on a dispatch queue don't inherit it.
    ///
    /// It consists of plain values, and retains no observer and no broadcast. So a chain of broadcasts that never ends
    /// doesn't use more and more memory.
    public final class Cause: Sendable {
        /// The ``Broadcast/number`` of the broadcast that the observer received.
        public let broadcastNumber: Int
        /// The name of the protocol of that broadcast.
        public let protocolName: String
        /// The module and the file that sent that broadcast.
        public let fileID: StaticString
        /// The line that sent that broadcast.
        public let line: UInt
        /// The class of the observer that was called; for a closure, as ``Call/observerClass`` has it.
        public let observerClass: AnyClass
        /// The position of the call in ``Delivery/calls``.
        public let callIndex: Int
        /// The number of calls that led to this broadcast, one caused by another; at least 1.
        public let depth: Int

        init(_ broadcast: Broadcast, observerClass: AnyClass, callIndex: Int) {
            broadcastNumber = broadcast.number
            protocolName = broadcast.protocolName
            fileID = broadcast.fileID
            line = broadcast.line
            self.observerClass = observerClass
            self.callIndex = callIndex
            depth = (broadcast.cause?.depth ?? 0) + 1
        }
    }
}
