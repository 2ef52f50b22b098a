// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
@_exported import Foundation
@_exported import ObjectiveC
@_exported import Dispatch

// What Foundation adds to its own headers.

public typealias NSObjectProtocol = ObjectiveC.NSObjectProtocol

public struct Notification: _ObjectiveCBridgeable {
    public typealias Name = NSNotification.Name

    public let name: Name
    public let object: Any?
    public let userInfo: [AnyHashable: Any]?

    public init(name: Name, object: Any? = nil, userInfo: [AnyHashable: Any]? = nil) { fatalError() }

    public func _bridgeToObjectiveC() -> NSNotification { fatalError() }
    public static func _forceBridgeFromObjectiveC(_: NSNotification, result: inout Notification?) {}
    public static func _conditionallyBridgeFromObjectiveC(_: NSNotification, result: inout Notification?) -> Bool {
        true
    }
    public static func _unconditionallyBridgeFromObjectiveC(_: NSNotification?) -> Notification { fatalError() }
}

extension String: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSString { fatalError() }
    public static func _forceBridgeFromObjectiveC(_: NSString, result: inout String?) {}
    public static func _conditionallyBridgeFromObjectiveC(_: NSString, result: inout String?) -> Bool { true }
    public static func _unconditionallyBridgeFromObjectiveC(_: NSString?) -> String { fatalError() }
}

extension Dictionary: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSDictionary { fatalError() }
    public static func _forceBridgeFromObjectiveC(_: NSDictionary, result: inout Dictionary?) {}
    public static func _conditionallyBridgeFromObjectiveC(_: NSDictionary, result: inout Dictionary?) -> Bool { true }
    public static func _unconditionallyBridgeFromObjectiveC(_: NSDictionary?) -> Dictionary { fatalError() }
}

extension NotificationCenter {
    public struct Publisher {
        public init() {}
        public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {}
        public func debounce(for seconds: Double, scheduler: DispatchQueue) -> Publisher { self }
        public func map(_ transform: (Notification) -> Notification) -> Publisher { self }
        public func compactMap<Output>(_ transform: (Notification) -> Output?) -> Mapped<Output> { Mapped() }
        public func receive(on queue: DispatchQueue) -> Publisher { self }
        public func sink(receiveValue: (Notification) -> Void) -> AnyObject { fatalError() }
    }

    public struct Mapped<Output> {
        public func sink(receiveValue: (Output) -> Void) -> AnyObject { fatalError() }
    }

    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher { Publisher() }

    public struct Notifications: AsyncSequence, AsyncIteratorProtocol {
        public func makeAsyncIterator() -> Self { self }
        public mutating func next() async -> Notification? { nil }
    }

    public func notifications(named name: Notification.Name, object: AnyObject? = nil) -> Notifications {
        Notifications()
    }
}

extension NotificationCenter {
    public struct ObservationToken {}

    public protocol MainActorMessage {
        associatedtype Subject
    }

    public protocol AsyncMessage: Sendable {
        associatedtype Subject
    }

    public protocol MessageIdentifier {
        associatedtype MessageType
    }

    public struct BaseMessageIdentifier<MessageType>: MessageIdentifier {
        public init() {}
    }

    @MainActor
    public func post<M: MainActorMessage>(_ message: M, subject: M.Subject) {}

    @MainActor
    public func post<M: MainActorMessage>(_ message: M) {}

    public func post<M: AsyncMessage>(_ message: M, subject: M.Subject) {}

    @MainActor
    public func addObserver<M: MainActorMessage>(
        of subject: M.Subject? = nil, for type: M.Type, using observer: @escaping @MainActor (M) -> Void
    ) -> ObservationToken {
        ObservationToken()
    }

    @MainActor
    public func addObserver<I: MessageIdentifier, M: MainActorMessage>(
        of subject: M.Subject.Type, for identifier: I, using observer: @escaping @MainActor (M) -> Void
    ) -> ObservationToken where I.MessageType == M {
        ObservationToken()
    }

    public func addObserver<M: AsyncMessage>(
        of subject: M.Subject? = nil, for type: M.Type, using observer: @escaping @Sendable (M) async -> Void
    ) -> ObservationToken {
        ObservationToken()
    }

    public func messages<M: AsyncMessage>(
        of subject: M.Subject, for type: M.Type, bufferSize: Int = 10
    ) -> AsyncStream<M> {
        AsyncStream { _ in }
    }
}
