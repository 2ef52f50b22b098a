#if Macros
    /// Generates the methods that let a ``MulticastDelegate`` stand in for a single delegate.
    ///
    /// ```swift
    /// @Multicast
    /// protocol ScrollDelegate: AnyObject {
    ///     func scrollViewDidScroll(_ view: ScrollView)
    ///     func scrollView(_ view: ScrollView, willEndAt offset: Int) async throws
    ///     func shouldScrollToTop(_ view: ScrollView) -> Bool
    /// }
    ///
    /// final class ScrollDelegates: MulticastDelegate<any ScrollDelegate>,
    ///     ScrollDelegate
    /// {
    ///     // Needed where the main actor is the default.
    ///     nonisolated override init() { super.init() }
    ///
    ///     func shouldScrollToTop(_ view: ScrollView) -> Bool {
    ///         allSatisfy { $0.shouldScrollToTop(view) }
    ///     }
    /// }
    ///
    /// delegates = ScrollDelegates([header, analytics, self])  // owned here
    /// scrollView.delegate = delegates  // one slot, three delegates
    /// ```
    ///
    /// Attach it to a class-bound protocol. It requires the package trait `Macros`.
    ///
    /// Each method that returns nothing gets a forwarder. A forwarder calls the delegates in order, on the caller's
    /// thread, and follows the rules of ``MulticastDelegate/invoke(_:)``:
    /// - It calls each object that is a delegate when the call starts and is still one when its turn comes.
    /// - It stops at the first error and rethrows it.
    /// - An `async` method awaits one delegate before it calls the next.
    ///
    /// A forwarder has the isolation and the access level of its requirement. It takes precedence over a default
    /// implementation in a protocol extension. A method of the class takes precedence over the forwarder.
    ///
    /// The class implements all other requirements, and the compiler reports each one that is missing and has no
    /// default implementation, in `NSObject` or elsewhere:
    /// - Methods, properties and subscripts that return a value. Only the class knows how to combine several answers.
    /// - Initializers, static methods and operators. They aren't called on delegates.
    /// - Methods with variadic, `consuming` or `sending` parameters. Swift can't pass those on to several delegates.
    /// - Methods with parameters of type `Self` or of an associated type. Such a type can differ between delegates.
    ///
    /// A stand-in is a sequence of `any ScrollDelegate`, as `MulticastDelegate<any ScrollDelegate>` is. A protocol with
    /// a superclass, which no multicast delegate has, needs such a sequence of its own. For `Loader<Item>`, it can be a
    /// sequence of `any Loader<Int>`, too, and then also forwards the methods that take an `Item`. The compiler rejects
    /// each other sequence that conforms to the protocol, such as a `MulticastDelegate<any ScrollDelegate & Named>`,
    /// unless the class implements all methods itself.
    ///
    /// A macro sees only the protocol itself. So an alias of `Void` that is declared elsewhere counts as a value. In a
    /// protocol that is nested in a type, qualify the names of other nested types: write `Player.Track`, not `Track`.
    ///
    /// The requirements of an inherited protocol aren't forwarded: if they have defaults, a stand-in calls those instead
    /// of its delegates. The compiler warns of each such protocol. Declare its methods again, so that they are
    /// forwarded, and pass `sendable`.
    ///
    /// - Parameter sendable: Pass `false` if the protocol inherits from another one. It says that its delegates aren't
    ///   `Sendable`, which the macro can't see, and that no method is missing.
    @attached(extension, names: arbitrary)
    public macro Multicast(sendable: Bool? = nil) = #externalMacro(module: "BroadcasterMacros", type: "MulticastMacro")

    /// Generates the message type of a protocol: its broadcasts as values.
    ///
    /// ```swift
    /// @Messages
    /// protocol UploadObserver {
    ///     func uploadDidFinish(_ name: String, bytes: Int)
    ///     func uploadDidFail()
    /// }
    ///
    /// // If you need it, in the same file:
    /// nonisolated extension UploadObserverMessage: Equatable, Codable {}
    ///
    /// Broadcaster.notify(UploadObserverMessage.uploadDidFinish("photo", bytes: 7))
    /// ```
    ///
    /// It requires the package trait `Macros`. The type is named after the protocol, is declared beside it, and has its
    /// access level and availability. It conforms to ``Broadcaster/Message``, or ``Broadcaster/SendableMessage`` if the
    /// protocol inherits from `Sendable`. A public protocol needs `public import Broadcaster` in a module that imports
    /// internally by default.
    ///
    /// Each method becomes a case with its labels. If methods share a base name, the name of each case joins it with
    /// the labels: `download(_:didReach:)` and `download(_:didFail:)` are `.downloadDidReach("photo", 50)` and
    /// `.downloadDidFail("photo", error)`.
    ///
    /// The compiler reports each requirement that can't become a case, and why:
    /// - Methods that return a value, throw, have an availability of their own, or are `async`, `static`, `mutating` or
    ///   generic.
    /// - Properties, subscripts, initializers and associated types.
    /// - Parameters that are `inout`, `consuming`, `borrowing`, `sending`, variadic or of type `Self`, and closures
    ///   that don't escape, or are an `@autoclosure`.
    /// - Two methods that would have the same case.
    ///
    /// A macro sees no other declaration, so it can't know what an inherited protocol requires, and rejects it. Declare
    /// its methods again, so that they become cases, and pass `sendable`. What else that protocol requires needs
    /// defaults. Where only the compiler sees what is wrong, such as a closure's alias without `@escaping`, a comment in
    /// the generated code says what to write.
    ///
    /// In a module whose default is the main actor, a `Sendable` protocol must be declared `nonisolated`.
    ///
    /// - Parameter sendable: Whether the observers of the protocol are `Sendable`. Pass it if the protocol inherits from
    ///   another one, which the macro can't see; it also says that no method is missing. Also pass `false` if the values
    ///   of a public protocol aren't `Sendable`; otherwise, its message is declared `Sendable`.
    @attached(peer, names: suffixed(Message))
    public macro Messages(sendable: Bool? = nil) = #externalMacro(module: "BroadcasterMacros", type: "MessagesMacro")

    // A program may have a type that is called `Broadcaster`. Swift 6.3 ignores the module selector of a type in front of
    // a dot in an inheritance clause, and doesn't find the protocol.

    /// The name of ``Broadcaster/Message`` in the code that ``Messages(sendable:)`` generates.
    public typealias BroadcasterGeneratedMessage = Broadcaster.Message

    /// The name of ``Broadcaster/SendableMessage`` in the code that ``Messages(sendable:)`` generates.
    public typealias BroadcasterGeneratedSendableMessage = Broadcaster.SendableMessage
#endif
