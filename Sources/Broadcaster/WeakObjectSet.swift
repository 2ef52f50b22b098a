import Foundation

/// A thread-safe, ordered set of weakly held objects.
///
/// ```swift
/// let listeners = WeakObjectSet<any OrderListener>()
/// listeners.add(kitchen)
/// listeners.add(contentsOf: [till, display])
/// listeners.forEach { $0.placed(order) }
/// let ready = listeners.allSatisfy { $0.isReady }
/// ```
///
/// It is a reference type, like `NSHashTable.weakObjects()`. `T` is a class, or a protocol to which the objects
/// conform.
///
/// - **Order.** Iterating visits objects in the order in which they were added. Adding a member again keeps its place,
///   but an object that was removed and added again comes last.
/// - **Iterating.** `for … in`, ``forEach(_:)`` and the methods of `Sequence` visit the objects that were members
///   when the iteration started, and check before each visit that the object is still a member and alive. No lock is
///   held, so the set may be changed, and iterated, inside an iteration and from any thread.
/// - **Lifetimes.** An object is retained only while it is visited, by the thread that iterates. ``isEmpty`` and
///   ``count`` visit objects, too. Deallocated objects are purged while the set is used, on the thread that uses it, so
///   adding an object may visit the members.
/// - **Threads.** The set may be used from any thread. It is `Sendable` where `T` is.
/// - **Misuse.** Adding, removing or looking up a value type traps, with a message that names it.
public final class WeakObjectSet<T>: Sequence {
    @usableFromInline let members = LockedRegistrations(isPurgedOnMainQueue: false)

    /// Creates an empty set.
    public init() {}

    /// Creates a set of one object.
    ///
    /// An array creates a set of its elements instead. If the object is a sequence itself, as a stand-in is, and the
    /// compiler calls the initializer ambiguous, pass an array of that one object.
    @_disfavoredOverload  // So that an array isn't the one object, even if `T` is `Any` or inferred.
    public convenience init(_ object: T) {
        self.init()
        add(object)
    }

    /// Creates a set of the objects in an array, in order.
    public convenience init(_ objects: [T]) {
        self.init()
        add(contentsOf: objects)
    }

    /// Creates a set of the objects in a sequence, in order.
    @_disfavoredOverload  // So that it isn't preferred to the form of one object, which may be a sequence.
    public convenience init(_ objects: some Sequence<T>) { self.init(Array(objects)) }

    /// Adds an object at the end, unless it is a member.
    ///
    /// Iterations in progress don't visit it.
    ///
    /// - Complexity: Amortized O(1) in the members of the set.
    public func add(_ object: T) { members.add(object) }

    /// Adds the objects of an array, one after another.
    ///
    /// - Complexity: Amortized O(1) for each of them.
    public func add(contentsOf objects: [T]) {
        // Not of a sequence, because a literal of objects of two classes wouldn't compile.
        for object in objects { add(object) }
    }

    /// Removes an object, if it is a member.
    ///
    /// Only its identity is used, so an object can remove itself in its `deinit`. Iterations in progress skip it. An
    /// iteration on another thread that has already checked it may still make that one call.
    ///
    /// - Complexity: Amortized O(1) in the members of the set.
    public func remove(_ object: T) { members.remove(ObserverObject.identity(of: object)) }

    /// Removes the objects of an array, one after another.
    ///
    /// - Complexity: Amortized O(1) for each of them.
    public func remove(contentsOf objects: [T]) {
        for object in objects { remove(object) }
    }

    /// Removes all objects.
    ///
    /// - Complexity: O(n) in the members of the set.
    public func removeAll() { members.removeAll() }

    /// Returns whether an object is a member.
    ///
    /// - Complexity: O(1).
    public func contains(_ object: T) -> Bool {
        withExtendedLifetime(object) { members.contains(ObserverObject.identity(of: object)) }
    }

    /// A Boolean value that indicates whether no member is alive.
    ///
    /// - Complexity: Amortized O(1) in the members of the set.
    public var isEmpty: Bool { members.isEmpty }

    /// The number of members that are alive.
    ///
    /// - Complexity: O(n) in the members of the set.
    public var count: Int { reduce(0) { count, _ in count + 1 } }

    /// The living members, in order, retained by the array.
    ///
    /// - Complexity: O(n) in the members of the set.
    public var allObjects: [T] { Array(self) }

    /// Calls `body` with each living member, in order, synchronously.
    ///
    /// It calls the same objects as `for … in`. It rethrows the first error that `body` throws, as `any Error`, and
    /// stops there. A loop keeps the error's type.
    ///
    /// - Complexity: O(n) in the members of the set.
    @inlinable
    public func forEach(_ body: (T) throws -> Void) rethrows { try members.forEach(body) }

    /// Returns an iterator over the present members.
    ///
    /// - Complexity: Amortized O(1): after many members were removed or deallocated, it copies the rest.
    public func makeIterator() -> Iterator { Iterator(snapshot: members.snapshot()) }

    /// An iterator over the members that a set had when the iterator was made.
    ///
    /// Use an iterator on one thread at a time. Any number of iterators may be used side by side.
    public struct Iterator: IteratorProtocol {
        @usableFromInline let snapshot: Snapshot?
        @usableFromInline var position = Snapshot.Position()

        /// Returns the next object that is still a member and alive, retained; `nil` after the last one.
        ///
        /// - Complexity: Amortized O(1) over all steps of the iteration.
        @inlinable
        public mutating func next() -> T? {
            defer { withExtendedLifetime(snapshot) {} }
            return snapshot?.retainNext(&position)?.takeValue(as: T.self)
        }
    }
}

extension WeakObjectSet {
    /// Calls `block` with each member, asynchronously, on the main actor.
    ///
    /// ```swift
    /// listeners.notify { $0.placed(order) }
    /// ```
    ///
    /// It delivers as `notify` of a broadcaster does: it returns before any block runs, and calls each object that is a
    /// member now and is still one when its turn comes, in order. The call is one block on the main queue, or none if
    /// the set is known to be empty. If the last reference to the set is released before delivery, the members are
    /// still called. ``Broadcaster/settled()-swift.type.method`` waits for it.
    ///
    /// Members that aren't `Sendable` belong to the main actor, so only the main actor can call this form.
    ///
    /// - Complexity: Amortized O(1) for the caller, O(n) in the members of the set for the main queue.
    @inlinable
    @preconcurrency @MainActor
    public func notify(_ block: @escaping @MainActor (T) -> Void) { notifyOnMainActor(block) }

    @inlinable @inline(never)  // One body for each protocol, instead of one at each call.
    func notifyOnMainActor(_ block: @escaping @MainActor (T) -> Void) {
        guard let snapshot = members.snapshot() else { return }
        MainQueue.async { MainQueue.delivering { snapshot.forEach(block) } }
    }
}

extension WeakObjectSet where T: Sendable {
    /// Calls `block` with each member, asynchronously, on the main actor, from any thread.
    ///
    /// Otherwise, it behaves like the form for members that aren't `Sendable`.
    ///
    /// - Complexity: Amortized O(1) for the caller, O(n) in the members of the set for the main queue.
    @inlinable
    public func notify(_ block: @escaping @MainActor (T) -> Void) { notifyOnMainActor(block) }

    /// Calls `block` with each member, asynchronously, on a queue that you choose.
    ///
    /// The call is one block on the queue. ``Broadcaster/settled()-swift.type.method`` doesn't wait for it, because
    /// both the set and the queue are yours. Otherwise, it behaves like the form for the main actor.
    ///
    /// - Parameters:
    ///   - queue: The queue to deliver on.
    ///   - block: The message. It is called once for each member, on that queue.
    /// - Complexity: Amortized O(1) for the caller, O(n) in the members of the set for the queue.
    public func notify(on queue: DispatchQueue, _ block: @escaping @Sendable (T) -> Void) {
        guard let snapshot = members.snapshot() else { return }
        queue.async { snapshot.forEach(block) }
    }
}

extension WeakObjectSet: Sendable where T: Sendable {}

extension WeakObjectSet.Iterator: Sendable where T: Sendable {}

extension Broadcaster {
    /// The same type, for programs that have a type of that name themselves.
    public typealias WeakObjectSet = _WeakObjectSet
}

/// `Broadcaster.WeakObjectSet` can't be declared without it, because there the name alone means the alias itself.
///
/// The class could be declared inside `Broadcaster` instead. But then messages, listings and the debugger would name it
/// `Broadcaster.Broadcaster.WeakObjectSet`, which no code can write, and the page of its name in the documentation
/// would be that of an alias, without members.
public typealias _WeakObjectSet = WeakObjectSet
