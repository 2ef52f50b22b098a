#if Macros
    /// Writes the methods by which a ``MulticastDelegate`` stands in for a delegate protocol.
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
    ///     func shouldScrollToTop(_ view: ScrollView) -> Bool { allSatisfy { $0.shouldScrollToTop(view) } }
    /// }
    ///
    /// delegates = ScrollDelegates([header, analytics, self])  // yours to hold
    /// scrollView.delegate = delegates  // one slot, three listeners
    /// ```
    ///
    /// It is for protocols for classes, and comes with the package trait `Macros`.
    ///
    /// Each method that returns nothing is forwarded, as ``MulticastDelegate/invoke(_:)`` does it: to those who are
    /// delegates when the call starts and still are when their turn comes, in order, on the thread of the caller; the
    /// first error ends it, and is thrown on. An `async` method is awaited with one delegate before the next is called.
    /// A forwarder goes before a default implementation of the protocol, and a method of the class before the forwarder.
    ///
    /// All else the class writes itself, and the compiler says so:
    /// - what answers, be it a method, a property or a subscript: only its author knows how many answers become one;
    /// - initializers, static methods and operators, which are not asked of a delegate;
    /// - methods whose parameters can't be handed to several: variadic, `consuming` and `sending` ones, and those of a
    ///   type that differs from delegate to delegate, as `Self` and associated types do.
    ///
    /// Of an inherited protocol it forwards nothing, for it can't see it. In a protocol that is nested in a type, give the
    /// full names of other types that are nested there: `Player.Track`, and not `Track`.
    @attached(extension, names: arbitrary)
    public macro Multicast() = #externalMacro(module: "BroadcasterMacros", type: "MulticastMacro")
#endif
