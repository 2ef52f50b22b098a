#if Macros
    /// Generates the methods that let a ``MulticastDelegate`` stand in for a delegate protocol.
    ///
    /// ```swift
    /// @Multicast
    /// protocol ScrollDelegate: AnyObject {
    ///     func scrollViewDidScroll(_ view: ScrollView)
    ///     func scrollView(_ view: ScrollView, willEndDraggingAt offset: Int) async throws
    ///     func shouldScrollToTop(_ view: ScrollView) -> Bool
    /// }
    ///
    /// final class ScrollDelegates: MulticastDelegate<any ScrollDelegate>, ScrollDelegate {
    ///     nonisolated override init() { super.init() }  // Needed where the main actor is the default.
    ///     func shouldScrollToTop(_ view: ScrollView) -> Bool { allSatisfy { $0.shouldScrollToTop(view) } }
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
    /// The class implements all other requirements, and the compiler reports each one that is missing:
    /// - Methods, properties and subscripts that return a value. Only the class knows how to combine several answers.
    /// - Initializers, static methods and operators. They aren't called on delegates.
    /// - Methods with variadic, `consuming` or `sending` parameters. Swift can't pass those on to several delegates.
    /// - Methods with parameters of type `Self` or of an associated type. Such a type can differ between delegates.
    ///
    /// Requirements of inherited protocols aren't forwarded because a macro can't see them. In a protocol that is nested
    /// in a type, qualify the names of other nested types: write `Player.Track`, not `Track`.
    ///
    /// The forwarders of a public protocol are public. They extend each type that conforms to the protocol and is also a
    /// sequence of delegates, as every multicast delegate is.
    @attached(extension, names: arbitrary)
    public macro Multicast() = #externalMacro(module: "BroadcasterMacros", type: "MulticastMacro")

    @attached(peer, names: suffixed(Message))
    public macro Messages(sendable: Bool? = nil) = #externalMacro(module: "BroadcasterMacros", type: "MessagesMacro")
#else
    // A declared macro needs its plug-in even if it is unavailable. A global actor is an attribute that needs none.

    /// Requires the package trait `Macros`: `.package(url: …, traits: ["Macros"])`.
    @available(
        *, unavailable,
        message: "enable the package trait 'Macros', as in .package(url: …, traits: [\"Macros\"])"
    )
    @globalActor
    public enum Multicast: Sendable {
        /// The main actor.
        public static var shared: MainActor { .shared }
    }
#endif
