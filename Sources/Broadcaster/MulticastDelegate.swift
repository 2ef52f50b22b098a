import Foundation

/// A set of delegates, for an owner that would otherwise have one.
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
/// Delegates are held weakly, and called once each, in the order in which they were added. This class is a thin wrapper
/// around a ``WeakObjectSet``, and makes the same promises about order, changes during an iteration, and lifetimes.
///
/// It is an open class, so a subclass can conform to the delegate protocol and be the single delegate of another
/// object. With the package trait `Macros`, `@Multicast` writes the methods that return nothing. If a method returns a
/// value, the subclass decides how to combine the delegates' answers:
///
/// ```swift
/// final class PlayerDelegates: MulticastDelegate<any PlayerDelegate>,
///     PlayerDelegate
/// {
///     // Needed where the main actor is the default.
///     nonisolated override init() { super.init() }
///
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
/// It belongs to its owner and isn't `Sendable`. An owner that is used by several threads holds a ``WeakObjectSet``
/// instead.
open class MulticastDelegate<T>: NSObject, Sequence {
    @usableFromInline let delegates = WeakObjectSet<T>()

    /// Creates a multicast delegate without delegates.
    public override init() { super.init() }

    /// Creates a multicast delegate with the delegates in an array, in order.
    public convenience init(_ delegates: [T]) {
        self.init()
        add(contentsOf: delegates)
    }

    /// Adds a delegate at the end, unless it is one already.
    ///
    /// Adding a value type traps, with a message that names it. Adding the multicast delegate to itself traps, too:
    /// "'App.PlayerDelegates' can't be its own delegate …". A longer cycle isn't detected, so a call through it
    /// overflows the stack.
    ///
    /// - Complexity: Amortized O(1) in the delegates.
    public final func add(_ delegate: T) {
        if ObserverObject.identity(of: delegate) == ObjectIdentifier(self) {
            fatalError("'\(typeName(type(of: self)))' can't be its own delegate: a call would never end. Leave it out.")
        }
        delegates.add(delegate)
    }

    /// Adds the delegates in an array, one after another.
    ///
    /// - Complexity: Amortized O(1) for each of them.
    public final func add(contentsOf delegates: [T]) {
        for delegate in delegates { add(delegate) }
    }

    /// Removes a delegate, if it is one.
    ///
    /// Only its identity is used, so a delegate can remove itself in its `deinit`. Iterations in progress skip it.
    ///
    /// - Complexity: Amortized O(1) in the delegates.
    public final func remove(_ delegate: T) { delegates.remove(delegate) }

    /// Removes the delegates in an array, one after another.
    ///
    /// - Complexity: Amortized O(1) for each of them.
    public final func remove(contentsOf delegates: [T]) { self.delegates.remove(contentsOf: delegates) }

    /// Removes all delegates.
    ///
    /// - Complexity: O(n) in the delegates.
    public final func removeAll() { delegates.removeAll() }

    /// Returns whether an object is one of the delegates.
    ///
    /// - Complexity: O(1).
    public final func contains(_ delegate: T) -> Bool { delegates.contains(delegate) }

    /// A Boolean value that indicates whether no delegate is alive.
    ///
    /// - Complexity: Amortized O(1) in the delegates.
    public final var isEmpty: Bool { delegates.isEmpty }

    /// The number of delegates that are alive.
    ///
    /// - Complexity: O(n) in the delegates.
    public final var count: Int { delegates.count }

    /// The living delegates, in order, retained by the array.
    ///
    /// - Complexity: O(n) in the delegates.
    public final var allObjects: [T] { delegates.allObjects }

    /// Calls `body` with each living delegate, in order, synchronously.
    ///
    /// It is ``invoke(_:)``, under the name that sequences have for it: it rethrows the first error that `body` throws,
    /// as `any Error`, and stops there.
    ///
    /// - Complexity: O(n) in the delegates.
    @inlinable
    public final func forEach(_ body: (T) throws -> Void) rethrows { try delegates.forEach(body) }

    /// Calls `body` with each living delegate, in order, synchronously.
    ///
    /// It is ``forEach(_:)``, under the name that multicast delegates have had, and with the error's type: it rethrows
    /// the first error that `body` throws, with its type, and stops there. It calls each delegate that was added before
    /// the call started and is still one when its turn comes.
    ///
    /// - Complexity: O(n) in the delegates.
    @inlinable
    public final func invoke<E>(_ body: (T) throws(E) -> Void) throws(E) { try delegates.members.forEach(body) }

    /// Calls `block` with each delegate, asynchronously, on the main actor.
    ///
    /// It delivers as `WeakObjectSet.notify` does: it returns before any block runs, and calls each object that is a
    /// delegate now and is still one when its turn comes, in order.
    ///
    /// - Complexity: Amortized O(1) for the caller, O(n) in the delegates for the main queue.
    @inlinable
    @preconcurrency @MainActor
    public final func notify(_ block: @escaping @MainActor (T) -> Void) { delegates.notify(block) }

    /// Returns an iterator over the present delegates, for `for … in` and for methods such as `reduce` and
    /// `allSatisfy`.
    ///
    /// - Complexity: Amortized O(1): after many delegates were removed or deallocated, it copies the rest.
    @inlinable
    public final func makeIterator() -> WeakObjectSet<T>.Iterator { delegates.makeIterator() }

    /// Adds a delegate, as ``add(_:)`` does.
    ///
    /// - Complexity: Amortized O(1) in the delegates.
    public static func += (delegates: MulticastDelegate, delegate: T) { delegates.add(delegate) }

    /// Removes a delegate, as ``remove(_:)`` does.
    ///
    /// - Complexity: Amortized O(1) in the delegates.
    public static func -= (delegates: MulticastDelegate, delegate: T) { delegates.remove(delegate) }
}

extension MulticastDelegate where T: Sendable {
    /// Calls `block` with each delegate, asynchronously, on the main actor, from any thread.
    ///
    /// - Complexity: Amortized O(1) for the caller, O(n) in the delegates for the main queue.
    @inlinable
    public func notify(_ block: @escaping @MainActor (T) -> Void) { delegates.notify(block) }

    /// Calls `block` with each delegate, asynchronously, on a queue that you choose.
    ///
    /// - Parameters:
    ///   - queue: The queue to deliver on.
    ///   - block: The message. It is called once for each delegate, on that queue.
    /// - Complexity: Amortized O(1) for the caller, O(n) in the delegates for the queue.
    public func notify(on queue: DispatchQueue, _ block: @escaping @Sendable (T) -> Void) {
        delegates.notify(on: queue, block)
    }
}

@available(*, unavailable)
extension MulticastDelegate: Sendable {}

extension Broadcaster {
    /// The same type, for programs that have a type of that name themselves.
    public typealias MulticastDelegate = _MulticastDelegate
}

/// `Broadcaster.MulticastDelegate` can't be declared without it, for the reasons given for `_WeakObjectSet`.
public typealias _MulticastDelegate = MulticastDelegate
