/// What a listing needs of a registration: the observer's object, or the owner of a closure, retained.
package struct ListedObserver {
    package let kind: ObserverKind
    package let object: Unmanaged<AnyObject>
    let registration: ObjectIdentifier

    /// `nil` if the observer is deallocated, or not registered anymore.
    init?(of registration: Registration) {
        guard let object = registration.loadObject() else { return nil }
        self.object = object
        kind = registration.kind
        self.registration = ObjectIdentifier(registration)
    }

    var observerClass: AnyClass { object._withUnsafeGuaranteedRef { type(of: $0) } }

    /// What a listing shows.
    ///
    /// Never asks the object for its own description.
    package func description(waitingCount: Int) -> String {
        waitingCount == 0 ? description : "\(description), \(waitingCount) waiting"
    }

    private var description: String { kind.description(ofClass: typeName(observerClass)) }
}

extension FilledSlots {
    /// Calls `body` with the observers that are registered and alive, but for the hidden ones; on any thread, because it
    /// releases them, and the owners of closures, on the main queue.
    @inline(never)  // One body, because it is rare.
    func forEachLiving(_ body: (ListedObserver) -> Void) {
        // `nonisolated(unsafe)`: only the closure uses them after `body`.
        nonisolated(unsafe) let observers = (0..<end).compactMap { position in
            buffer.withSlot(position) { $0.kind.isHidden ? nil : ListedObserver(of: $0) }
        }
        defer { MainQueue.run { for observer in observers { observer.object.release() } } }
        observers.forEach(body)
    }
}
