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
    /// - It evaluates an `@autoclosure` once for each delegate.
    ///
    /// A forwarder has the isolation and the access level of its requirement. It takes precedence over a default
    /// implementation in a protocol extension. A method of the class takes precedence over the forwarder.
    ///
    /// The class implements these requirements, or an extension of the protocol for
    /// `Self: MulticastDelegate<any ScrollDelegate>` does. The compiler refuses a class without them, even if the
    /// protocol has defaults, because a default asks no delegate:
    /// - Methods, properties and subscripts that return a value. Only the class knows how to combine several answers.
    /// - Methods with variadic, `consuming` or `sending` parameters. Swift can't pass those on to several delegates.
    /// - Methods with parameters of type `Self` or of an associated type. Such a type can differ between delegates.
    ///
    /// Initializers, static methods and operators aren't called on delegates, so defaults suffice. What `NSObject`
    /// has, such as `description`, the stand-in answers itself.
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
    /// The requirements of an inherited protocol aren't forwarded: if they have defaults, a stand-in calls those
    /// instead of its delegates. The compiler warns of each such protocol. Declare its methods again, so that they are
    /// forwarded, and pass `redeclaresInherited`.
    ///
    /// A forwarder passes a completion handler to each delegate, so it may be called several times, or never. The
    /// compiler warns of such a parameter: of a continuation, of a closure that takes a `Result` or an optional error,
    /// and of other closures without a result by their names, such as `completion`, `decisionHandler` or `reply`.
    ///
    /// - Parameters:
    ///   - redeclaresInherited: Pass `true` if the protocol inherits from another one, and declares its methods again.
    ///   - combinesAnswers: Pass `true` if the caller expects several answers, or if the class implements each method
    ///     that has a completion handler, and combines the answers of its delegates.
    @attached(extension, names: arbitrary)
    public macro Multicast(redeclaresInherited: Bool = false, combinesAnswers: Bool = false) =
        #externalMacro(module: "BroadcasterMacros", type: "MulticastMacro")

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
    /// access level, availability and `@_spi`. It conforms to ``Broadcaster/Message``, or
    /// ``Broadcaster/SendableMessage`` if the protocol inherits from `Sendable`. A public protocol needs
    /// `public import Broadcaster` in a module that imports internally by default.
    ///
    /// Each method becomes a case with its labels. If methods share a base name, the name of each case joins it with
    /// the labels: `download(_:didReach:)` and `download(_:didFail:)` are `.downloadDidReach("photo", 50)` and
    /// `.downloadDidFail("photo", error)`. So adding a second method renames the case of the first.
    ///
    /// A new method adds a case, so each `switch` that lists all cases has to handle it. If other packages observe a
    /// public protocol, give the new method a default, so that their classes still compile, and tell them to write
    /// `default: break`. `@Messages` doesn't generate `@nonexhaustive`, because the compiler would then demand
    /// `@unknown default` in every other package, even in one of the same app. If you need the attribute, conform to
    /// ``Broadcaster/Message`` by hand.
    ///
    /// The compiler reports each requirement that can't become a case, and why:
    /// - Methods that return a value, throw, have an availability of their own, or are `async`, `static`, `mutating` or
    ///   generic.
    /// - Properties, subscripts, initializers and associated types.
    /// - Parameters that are `inout`, `consuming`, `borrowing`, `sending`, variadic or of type `Self`, those whose type
    ///   can't be copied or can't escape, such as `Span`, and closures that don't escape, or are an `@autoclosure`.
    /// - Two methods that would have the same case.
    ///
    /// A message that contains a completion handler gives it to each observer, so it may be called several times, or
    /// never. The compiler warns of the same parameters as it does for
    /// ``Multicast(redeclaresInherited:combinesAnswers:)``. Move such a method, or one that returns a value, to a
    /// protocol whose observers you call with `observers(of:)`.
    ///
    /// A macro sees no other declaration, so it can't know what an inherited protocol requires, and rejects it. Declare
    /// its methods again, so that they become cases, add `Sendable` if the inherited protocol is `Sendable`, and pass
    /// `redeclaresInherited`. What else that protocol requires needs defaults. Qualify an alias that the protocol
    /// inherits, or that an extension declares: write `UploadObserver.Size`. Write `@escaping` in front of an alias of
    /// a closure. Where only the compiler sees what is wrong, a comment in the generated code says what to write.
    ///
    /// In a module whose default is the main actor, a `Sendable` protocol must be declared `nonisolated`.
    ///
    /// - Parameters:
    ///   - sendable: Whether the message of a public protocol is declared `Sendable`. Pass `false` if its values
    ///     aren't. The compiler infers it for other messages.
    ///   - redeclaresInherited: Pass `true` if the protocol inherits from another one, and declares its methods again.
    ///   - combinesAnswers: Pass `true` if the sender expects several answers to a completion handler.
    @attached(peer, names: suffixed(Message), suffixed(MessageChannel))
    public macro Messages(
        sendable: Bool = true, redeclaresInherited: Bool = false, combinesAnswers: Bool = false
    ) = #externalMacro(module: "BroadcasterMacros", type: "MessagesMacro")

    // A program may have a type that is called `Broadcaster`. Swift 6.3 ignores the module selector of a type in front
    // of a dot in an inheritance clause, and doesn't find the protocol.

    /// The name of ``Broadcaster/Message`` in the code that `@Messages` generates.
    @_documentation(visibility: internal)
    public typealias BroadcasterGeneratedMessage = Broadcaster.Message

    /// The name of ``Broadcaster/SendableMessage`` in the code that `@Messages` generates.
    @_documentation(visibility: internal)
    public typealias BroadcasterGeneratedSendableMessage = Broadcaster.SendableMessage
#endif
