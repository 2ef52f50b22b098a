import Foundation

/// The delegates of one owner: many where Cocoa has one.
///
/// ```swift
/// final class Player {
///     let delegates = MulticastDelegate<any PlayerDelegate>()
///
///     func play() {
///         delegates.invoke { $0.playerDidStart(self) }
///     }
/// }
///
/// player.delegates += lockScreen
/// player.delegates += nowPlayingBar
/// ```
///
/// Delegates are held weakly, called in the order in which they were added, and heard once however often they were
/// added. It is a thin wrapper around a ``WeakObjectSet``, and keeps the same promises about order, changes during a
/// walk, and lifetimes.
///
/// It is an open class, so that a subclass can conform to the delegate protocol, and be the one delegate of an object
/// that has room for only one. Messages without an answer are handed on, by methods that `@Multicast` writes where the
/// package trait `Macros` is on; for an answer, the subclass says how many become one:
///
/// ```swift
/// final class PlayerDelegates: MulticastDelegate<any PlayerDelegate>, PlayerDelegate {
///     var numberOfItems: Int {
///         reduce(0) { $0 + $1.numberOfItems }
///     }
///     func playerDidStart(_ player: Player) {
///         invoke { $0.playerDidStart(player) }
///     }
///     func playerShouldStop(_ player: Player) -> Bool {
///         allSatisfy { $0.playerShouldStop(player) }
///     }
/// }
/// ```
///
/// It belongs to its owner, and is not `Sendable`: an owner that is shared between threads holds a ``WeakObjectSet``.
open class MulticastDelegate<T>: NSObject, Sequence {
    @usableFromInline let delegates = WeakObjectSet<T>()

    /// Makes one without delegates.
    ///
    /// ```swift
    /// let delegates = MulticastDelegate<any PlayerDelegate>()
    /// ```
    public override init() {
        super.init()
    }

    /// Makes one with some delegates, in their order in the array.
    ///
    /// ```swift
    /// let delegates = MulticastDelegate<any PlayerDelegate>([lockScreen, nowPlayingBar])
    /// ```
    public convenience init(_ delegates: [T]) {
        self.init()
        for delegate in delegates { add(delegate) }
    }

    /// Adds a delegate at the end, unless it is one already.
    ///
    /// ```swift
    /// delegates.add(lockScreen)
    /// ```
    ///
    /// A value type stops the program, with a message that names it. So does a multicast delegate that hands on to this
    /// one, directly or through others, or that is this one: "'App.PlayerDelegates' can't be a delegate of
    /// 'App.PlayerDelegates', to which it hands on …".
    ///
    /// - Complexity: amortized O(1) in the delegates. A multicast delegate is looked through when it is added, which is
    ///   O(n) in the delegates that it hands on to, directly or through others.
    public func add(_ delegate: T) {
        // Asking the type is far cheaper than the cast, which few delegates need.
        if type(of: delegate as Any) is any Forwarder.Type, let other = delegate as? any Forwarder {
            refuseCircle(through: other)
        }
        delegates.add(delegate)
    }

    /// Removes a delegate; if it isn't one, nothing happens.
    ///
    /// ```swift
    /// delegates.remove(lockScreen)
    /// ```
    ///
    /// Only its identity is used, so a delegate can remove itself in its `deinit`. A walk that is under way doesn't
    /// call it any more.
    ///
    /// - Complexity: amortized O(1) in the delegates.
    @inlinable
    public func remove(_ delegate: T) {
        delegates.remove(delegate)
    }

    /// Removes all delegates.
    ///
    /// ```swift
    /// delegates.removeAll()
    /// ```
    ///
    /// - Complexity: O(n) in the delegates.
    public func removeAll() {
        delegates.removeAll()
    }

    /// Whether an object is one of the delegates.
    ///
    /// ```swift
    /// if !delegates.contains(lockScreen) { delegates.add(lockScreen) }
    /// ```
    ///
    /// - Complexity: O(1).
    @inlinable
    public func contains(_ delegate: T) -> Bool {
        delegates.contains(delegate)
    }

    /// Whether no delegate is alive.
    ///
    /// ```swift
    /// if delegates.isEmpty { print("nobody listens") }
    /// ```
    ///
    /// - Complexity: O(1) while delegates live; the first look after many have died clears them away.
    public var isEmpty: Bool {
        delegates.isEmpty
    }

    /// How many delegates are alive.
    ///
    /// ```swift
    /// print("\(delegates.count) delegates")
    /// ```
    ///
    /// - Complexity: O(n) in the delegates.
    public var count: Int {
        delegates.count
    }

    /// Calls `body` with each delegate that is alive, in order, here and now.
    ///
    /// ```swift
    /// delegates.invoke { $0.playerDidStart(self) }
    /// ```
    ///
    /// Those are called who were delegates when it started, and still are when their turn comes. The first error that
    /// `body` throws ends the walk, and is thrown on.
    ///
    /// - Complexity: O(n) in the delegates.
    @inlinable
    public func invoke(_ body: (T) throws -> Void) rethrows {
        try delegates.forEach(body)
    }

    /// Starts a walk over the present delegates, for `for … in` and the answers that `Sequence` gathers.
    ///
    /// ```swift
    /// let total = delegates.reduce(0) { $0 + $1.numberOfItems }
    /// ```
    ///
    /// - Complexity: O(1).
    @inlinable
    public func makeIterator() -> WeakObjectSet<T>.Iterator {
        delegates.makeIterator()
    }

    /// Adds a delegate, as ``add(_:)`` does.
    ///
    /// ```swift
    /// player.delegates += lockScreen
    /// ```
    ///
    /// - Complexity: amortized O(1) in the delegates.
    public static func += (delegates: MulticastDelegate, delegate: T) {
        delegates.add(delegate)
    }

    /// Removes a delegate, as ``remove(_:)`` does.
    ///
    /// ```swift
    /// player.delegates -= lockScreen
    /// ```
    ///
    /// - Complexity: amortized O(1) in the delegates.
    public static func -= (delegates: MulticastDelegate, delegate: T) {
        delegates.remove(delegate)
    }
}

@available(*, unavailable)
extension MulticastDelegate: Sendable {}

/// A multicast delegate of any protocol: a circle can lead through several.
private protocol Forwarder: AnyObject {
    /// Those of its delegates that hand on in their turn.
    var forwarders: [any Forwarder] { get }
}

extension MulticastDelegate: Forwarder {
    fileprivate var forwarders: [any Forwarder] {
        compactMap { $0 as? any Forwarder }
    }

    /// Stops the program if `other` hands on to this one: a call of either would never end.
    ///
    /// A circle is found when it is closed, and not when it is called: then it would look like a delegate that calls
    /// back, which is legal, to any depth.
    private func refuseCircle(through other: any Forwarder) {
        var seen: Set<ObjectIdentifier> = []
        var pending = [other]
        while let next = pending.popLast() {
            guard next !== self else {
                fatalError(
                    """
                    '\(String(reflecting: type(of: other)))' can't be a delegate of \
                    '\(String(reflecting: type(of: self)))', to which it hands on, directly or through others: a call \
                    would go round in a circle and never end. Leave it out, or first remove \
                    '\(String(reflecting: type(of: self)))' from those that it hands on to.
                    """)
            }
            if seen.insert(ObjectIdentifier(next)).inserted { pending += next.forwarders }
        }
    }
}
