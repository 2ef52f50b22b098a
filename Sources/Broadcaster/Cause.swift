internal import BroadcasterAtomics
import Foundation

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
        #if DEBUG
            let chain: CauseChain
        #endif

        init(_ broadcast: Broadcast, observerClass: AnyClass, callIndex: Int) {
            broadcastNumber = broadcast.number
            protocolName = broadcast.protocolName
            fileID = broadcast.fileID
            line = broadcast.line
            self.observerClass = observerClass
            self.callIndex = callIndex
            depth = (broadcast.cause?.depth ?? 0) + 1
            #if DEBUG
                chain = broadcast.chain
            #endif
        }
    }
}

extension Broadcaster.Cause {
    /// The cause that tasks inherit.
    ///
    /// A reference, because systems before macOS 15 and iOS 18 abort if a larger value is bound in a task.
    @TaskLocal static var ofTask: Broadcaster.Cause?

    /// The call that the caller's code belongs to, if a monitor sees it.
    package static var current: Broadcaster.Cause? {
        if isBoundInCalls { return ofTask }
        // Retained by the delivery, which is further up on the stack.
        if let ofThread = BroadcasterCurrentCause().pointee {
            return Unmanaged<Broadcaster.Cause>.fromOpaque(ofThread).takeUnretainedValue()
        }
        return ofTask
    }

    /// Calls an observer, whose broadcasts have this cause.
    func whileCurrent(_ call: () -> Void) {
        if Self.isBoundInCalls { return Self.$ofTask.withValue(self, operation: call) }
        let current: UnsafeMutablePointer<UnsafeRawPointer?> = BroadcasterCurrentCause()
        let outer = current.pointee
        current.pointee = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        defer { current.pointee = outer }
        call()
    }

    /// Whether a call binds the task-local value, so that tasks that it starts inherit the cause.
    ///
    /// A delivery is outside any task. If an isolated deinitializer runs there while a value is bound, the runtime of
    /// Swift 6.1 and 6.2 aborts, and such deinitializers are common where everything is on the main actor by default.
    /// There, only what a call sends itself has a cause, and what a closure that awaits sends.
    private static let isBoundInCalls: Bool = {
        #if canImport(Darwin)
            if #available(macOS 26.4, iOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) { true } else { false }
        #elseif compiler(>=6.3)
            true
        #else
            false
        #endif
    }()
}

#if DEBUG
    /// How fast a chain of broadcasts grows, each sent from a call of the one before, to warn of one that feeds itself.
    struct CauseChain: Sendable {
        /// The number of links after which a chain that grew this far within ten seconds feeds itself.
        private static let limit = 1_000
        /// The number of links that a warning names at most.
        private static let namedLinks = 12

        /// When the chain began, or when its depth was last a multiple of the limit.
        private var start: DispatchTime
        /// The links since a chain was found to feed itself, until one returns to the first.
        private var links: [String] = []

        init(start: DispatchTime = .now()) { self.start = start }

        /// Returns the chain with one more link, which is a broadcast at a depth, and the last turn of a chain that
        /// feeds itself, once its end is known.
        func adding(
            protocolName: String, fileID: StaticString, line: UInt, depth: Int,
            at time: @autoclosure () -> DispatchTime = .now()
        ) -> (chain: CauseChain, turn: [String]?) {
            // Made only where it is needed.
            var link: String { "'\(protocolName)' from \(fileID):\(line)" }
            var chain = self
            if links.isEmpty {
                guard depth.isMultiple(of: Self.limit) else { return (self, nil) }
                let now = time()
                if now < start + .seconds(10) { chain.links = [link] }
                chain.start = now
                return (chain, nil)
            }
            if link != links[0], links.count < Self.namedLinks {
                chain.links.append(link)
                return (chain, nil)
            }
            chain.links = []
            return (chain, links)
        }
    }
#endif
