/// What a listing needs of a registration: the observer's object, or the owner of a closure, retained.
package struct ListedObserver {
    private let kind: ObserverKind
    package let object: Unmanaged<AnyObject>
    let registration: ObjectIdentifier
    /// The number of the registration among those of its protocol.
    package let number: Int

    /// `nil` if the observer is deallocated, or not registered anymore.
    init?(of registration: Registration) {
        guard let object = registration.loadObject() else { return nil }
        self.object = object
        kind = registration.kind
        self.registration = ObjectIdentifier(registration)
        number = registration.number
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
