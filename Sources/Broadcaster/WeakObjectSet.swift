/// A thread-safe, ordered set of objects that it holds weakly.
///
/// ```swift
/// let listeners = WeakObjectSet<any OrderListener>()
/// listeners.add(kitchen)
/// listeners.add([till, display])
/// listeners.forEach { $0.placed(order) }
/// let ready = listeners.allSatisfy { $0.isReady }
/// ```
///
/// It is a reference type, as `NSHashTable.weakObjects()` is, and `T` is a protocol for classes, any other protocol
/// (its conforming classes can be added), or a class.
///
/// - **Order.** Objects are visited in the order in which they were added. One that is added again keeps its place;
///   one that was removed and added again comes last.
/// - **Walks.** `for … in`, ``forEach(_:)`` and all that `Sequence` offers visit the objects that were members when
///   the walk started, and check before each one that it still is a member and alive. Nothing is locked meanwhile:
///   the set may be changed, and walked over again, from inside a walk and from any thread.
/// - **Lifetimes.** An object is held strongly while it is being visited, and not otherwise. The dead vanish by
///   themselves, and what they leave behind is cleared away as the set is used.
/// - **Threads.** The set may be used from any thread. It is `Sendable` where `T` is.
/// - **Misuse.** Adding, removing or looking up a value type stops the program, with a message that names it.
public final class WeakObjectSet<T>: Sequence {
    @usableFromInline let members: LockedMembers

    /// Makes an empty set.
    ///
    /// ```swift
    /// let listeners = WeakObjectSet<any OrderListener>()
    /// ```
    public init() {
        members = LockedMembers()
    }

    /// Another set's members, seen as `T`.
    init(members: LockedMembers) {
        self.members = members
    }

    /// Makes a set of one object.
    ///
    /// ```swift
    /// let listeners = WeakObjectSet<any OrderListener>(kitchen)
    /// ```
    public convenience init(_ object: T) {
        self.init()
        add(object)
    }

    /// Makes a set of some objects, in their order in the array.
    ///
    /// ```swift
    /// let listeners = WeakObjectSet<any OrderListener>([kitchen, till])
    /// ```
    public convenience init(_ objects: [T]) {
        self.init()
        add(objects)
    }

    /// Adds an object at the end, unless it is a member already.
    ///
    /// ```swift
    /// listeners.add(kitchen)
    /// ```
    ///
    /// Walks that are under way don't visit it.
    ///
    /// - Complexity: amortized O(1) in the members of the set.
    @inlinable
    public func add(_ object: T) {
        members.add(object)
    }

    /// Adds some objects, one after another.
    ///
    /// ```swift
    /// listeners.add([till, display])
    /// ```
    ///
    /// - Complexity: amortized O(1) for each of them.
    public func add(_ objects: [T]) {
        for object in objects { add(object) }
    }

    /// Removes an object; if it isn't a member, nothing happens.
    ///
    /// ```swift
    /// listeners.remove(kitchen)
    /// ```
    ///
    /// Only its identity is used, so an object can remove itself in its `deinit`. Walks that are under way don't visit
    /// it any more; one that is visiting it on another thread right now finishes that visit.
    ///
    /// - Complexity: amortized O(1) in the members of the set.
    @inlinable
    public func remove(_ object: T) {
        members.remove(object)
    }

    /// Removes some objects, one after another.
    ///
    /// ```swift
    /// listeners.remove([till, display])
    /// ```
    ///
    /// - Complexity: amortized O(1) for each of them.
    public func remove(_ objects: [T]) {
        for object in objects { remove(object) }
    }

    /// Removes all objects.
    ///
    /// ```swift
    /// listeners.removeAll()
    /// ```
    ///
    /// - Complexity: O(n) in the members of the set.
    public func removeAll() {
        members.removeAll()
    }

    /// Whether an object is a member.
    ///
    /// ```swift
    /// if !listeners.contains(kitchen) { print("the kitchen is closed") }
    /// ```
    ///
    /// - Complexity: O(1).
    @inlinable
    public func contains(_ object: T) -> Bool {
        members.contains(object)
    }

    /// Whether no member is alive.
    ///
    /// ```swift
    /// if listeners.isEmpty { print("nobody listens") }
    /// ```
    ///
    /// - Complexity: O(1) while members live; the first look after many have died clears them away.
    public var isEmpty: Bool {
        !contains { _ in true }
    }

    /// How many members are alive.
    ///
    /// ```swift
    /// print("\(listeners.count) listeners")
    /// ```
    ///
    /// - Complexity: O(n) in the members of the set.
    public var count: Int {
        reduce(0) { count, _ in count + 1 }
    }

    /// The living members, in order, held strongly by the array.
    ///
    /// ```swift
    /// let everyone = listeners.allObjects
    /// ```
    ///
    /// - Complexity: O(n) in the members of the set.
    public var allObjects: [T] {
        Array(self)
    }

    /// Calls `body` with each member that is alive, in order, here and now.
    ///
    /// ```swift
    /// listeners.forEach { $0.placed(order) }
    /// ```
    ///
    /// It does what `for … in` does, faster. The first error that `body` throws ends the walk, and is thrown on.
    ///
    /// - Complexity: O(n) in the members of the set.
    @inlinable
    public func forEach(_ body: (T) throws -> Void) rethrows {
        try members.forEach(body)
    }

    /// Starts a walk over those who are members now.
    ///
    /// ```swift
    /// for listener in listeners { listener.placed(order) }
    /// ```
    ///
    /// - Complexity: O(1).
    @inlinable
    public func makeIterator() -> Iterator {
        Iterator(walk: members.walk(), members: members)
    }

    /// A walk over the members that a set had when the walk started.
    ///
    /// ```swift
    /// var walk = listeners.makeIterator()
    /// let first = walk.next()
    /// ```
    ///
    /// A walk belongs to one thread at a time; any number of walks go over one set side by side.
    public struct Iterator: IteratorProtocol {
        @usableFromInline let walk: Walk
        @usableFromInline var position = 0
        @usableFromInline let members: LockedMembers

        @usableFromInline
        init(walk: Walk, members: LockedMembers) {
            self.walk = walk
            self.members = members
        }

        /// The next one that is still a member and alive, held strongly; `nil` when the walk is over.
        ///
        /// ```swift
        /// while let listener = walk.next() { listener.placed(order) }
        /// ```
        ///
        /// - Complexity: amortized O(1).
        @inlinable
        public mutating func next() -> T? {
            defer { _fixLifetime(members) }
            return walk.next(&position)?.take(as: T.self)
        }
    }
}

extension WeakObjectSet: Sendable where T: Sendable {}

extension WeakObjectSet.Iterator: Sendable where T: Sendable {}
