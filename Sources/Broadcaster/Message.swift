extension Broadcaster {
    /// A broadcast as a value: a case for each method of a protocol, with the method's arguments.
    ///
    /// `@Messages` generates it from the protocol, and names it after the protocol with the suffix `Message`:
    ///
    /// ```swift
    /// @Messages
    /// protocol UploadObserver {
    ///     func uploadDidFinish(_ name: String, bytes: Int)
    ///     func uploadDidFail()
    /// }
    ///
    /// Broadcaster.notify(UploadObserverMessage.uploadDidFinish("photo", bytes: 7))
    /// ```
    ///
    /// <doc:BroadcastsAsValues> shows how to write one by hand.
    ///
    /// The observers of the protocol are called on the main actor. If the protocol is `Sendable`, its messages conform
    /// to ``SendableMessage``. A message that doesn't conform traps as soon as the observers are also used off the main
    /// actor.
    public protocol Message: SendableMetatype {
        /// The protocol, as a type: `any UploadObserver`.
        associatedtype Channel

        /// Calls the method that this message stands for.
        ///
        /// - Parameter observer: The observer to call.
        @MainActor
        func send(to observer: Channel)

        /// Creates an observer that turns each call into a message.
        ///
        /// The observer must call `receive` on the main actor. Elsewhere, it traps: "A message was received off the
        /// main actor …".
        ///
        /// Each call makes a new observer. If two calls returned one object, it would be registered once, and only one
        /// closure would be called.
        ///
        /// - Parameter receive: The closure to call with each message. The observer retains it.
        /// - Returns: An observer that nothing else retains.
        @MainActor
        static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> Channel
    }

    /// A broadcast as a value, of a protocol whose observers may be called on any thread.
    ///
    /// ```swift
    /// @Messages
    /// nonisolated protocol OrderObserver: Sendable {
    ///     func orderPlaced(_ number: Int)
    /// }
    ///
    /// Broadcaster.notify(OrderObserverMessage.orderPlaced(1), on: kitchenQueue)
    /// ```
    public protocol SendableMessage: Message, Sendable where Channel: Sendable {
        /// Calls the method that this message stands for, on any thread.
        ///
        /// - Parameter observer: The observer to call.
        nonisolated func send(to observer: Channel)

        /// Creates an observer that turns each call into a message, on any thread.
        ///
        /// - Parameter receive: The closure to call with each message. The observer retains it.
        /// - Returns: An observer that nothing else retains.
        nonisolated static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> Channel
    }
}

extension Broadcaster.Message {
    /// Whether the message is a ``Broadcaster/SendableMessage``, even where the compiler doesn't know it.
    static var isSendable: Bool { self is any Broadcaster.SendableMessage.Type }
}
