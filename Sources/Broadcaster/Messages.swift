import Foundation

/// A broadcast as a value: the method that is called, and its arguments.
///
/// `@Messages` writes such a type for a protocol, and by hand it looks like this:
///
/// ```swift
/// enum UploadObserverMessage: BroadcastMessage {
///     case uploadDidFinish(String, bytes: Int)
///     case uploadDidFail
///
///     @MainActor
///     func send(to observer: any UploadObserver) {
///         switch self {
///         case .uploadDidFinish(let name, let bytes): observer.uploadDidFinish(name, bytes: bytes)
///         case .uploadDidFail: observer.uploadDidFail()
///         }
///     }
/// }
/// ```
public protocol BroadcastMessage: SendableMetatype {
    associatedtype Channel
    @MainActor func send(to observer: Channel)
    @MainActor static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> Channel
}

public protocol SendableBroadcastMessage: BroadcastMessage, Sendable where Channel: Sendable {
    nonisolated func send(to observer: Channel)
    nonisolated static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> Channel
}

extension Broadcaster {
    public final class Observation: @unchecked Sendable {
        // `@unchecked` because the lock guards it. It owns the observer.
        private var unregister: (() -> Void)?
        private let lock = NSLock()

        fileprivate init(unregister: @escaping () -> Void) {
            self.unregister = unregister
        }

        deinit { cancel() }

        public func cancel() {
            let unregister = lock.withLock {
                defer { self.unregister = nil }
                return self.unregister
            }
            unregister?()
        }
    }

    @preconcurrency @MainActor
    public static func observe<M: BroadcastMessage>(
        _ messageType: M.Type, block: @escaping @MainActor (M) -> Void
    ) -> Observation {
        current.observe(messageType, block: block)
    }

    public static func observe<M: SendableBroadcastMessage>(
        _ messageType: M.Type, block: @escaping @Sendable (M) -> Void
    ) -> Observation {
        current.observe(messageType, block: block)
    }

    @preconcurrency @MainActor
    public static func messages<M: BroadcastMessage>(
        _ messageType: M.Type, bufferingPolicy: AsyncStream<M>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<M> {
        current.messages(messageType, bufferingPolicy: bufferingPolicy)
    }

    public static func messages<M: SendableBroadcastMessage>(
        _ messageType: M.Type, bufferingPolicy: AsyncStream<M>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<M> {
        current.messages(messageType, bufferingPolicy: bufferingPolicy)
    }

    public static func notify<M: BroadcastMessage>(_ message: sending M) {
        current.notify(message)
    }

    public static func notify<M: SendableBroadcastMessage>(_ message: M, on queue: DispatchQueue) {
        current.notify(message, on: queue)
    }
}

extension Broadcaster {
    @preconcurrency @MainActor
    public func observe<M: BroadcastMessage>(
        _ messageType: M.Type, block: @escaping @MainActor (M) -> Void
    ) -> Observation {
        observation { (message: M) in
            // The broadcast delivers on the main actor, where the message stays.
            nonisolated(unsafe) let message = message
            MainActor.assumeIsolated { block(message) }
        }
    }

    public func observe<M: SendableBroadcastMessage>(
        _ messageType: M.Type, block: @escaping @Sendable (M) -> Void
    ) -> Observation {
        observation(block)
    }

    @preconcurrency @MainActor
    public func messages<M: BroadcastMessage>(
        _ messageType: M.Type, bufferingPolicy: AsyncStream<M>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<M> {
        stream(bufferingPolicy) { observation($0) }
    }

    public func messages<M: SendableBroadcastMessage>(
        _ messageType: M.Type, bufferingPolicy: AsyncStream<M>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<M> {
        stream(bufferingPolicy) { observation($0) }
    }

    public func notify<M: BroadcastMessage>(_ message: sending M) {
        notify(M.Channel.self) { message.send(to: $0) }
    }

    public func notify<M: SendableBroadcastMessage>(_ message: M, on queue: DispatchQueue) {
        notify(M.Channel.self, on: queue) { message.send(to: $0) }
    }

    @MainActor
    private func observation<M: BroadcastMessage>(_ receive: @escaping @Sendable (M) -> Void) -> Observation {
        let observer = M.makeObserver(receive)
        register(M.Channel.self, observer: observer)
        return Observation { self.unregister(M.Channel.self, observer: observer) }
    }

    private func observation<M: SendableBroadcastMessage>(_ receive: @escaping @Sendable (M) -> Void) -> Observation {
        let observer = M.makeObserver(receive)
        register(M.Channel.self, observer: observer)
        return Observation { self.unregister(M.Channel.self, observer: observer) }
    }

    private func stream<M>(
        _ bufferingPolicy: AsyncStream<M>.Continuation.BufferingPolicy,
        observe: (@escaping @Sendable (M) -> Void) -> Observation
    ) -> AsyncStream<M> {
        let (stream, continuation) = AsyncStream.makeStream(of: M.self, bufferingPolicy: bufferingPolicy)
        let observation = observe { message in
            nonisolated(unsafe) let message = message
            continuation.yield(message)
        }
        continuation.onTermination = { _ in observation.cancel() }
        return stream
    }
}
