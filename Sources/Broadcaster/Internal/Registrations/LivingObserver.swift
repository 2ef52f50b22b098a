/// What a listing needs of a registration: the observer's object, or the owner of a closure, retained.
struct LivingObserver {
    let kind: ObserverKind
    let object: Unmanaged<AnyObject>
    let registration: ObjectIdentifier
    /// The number of the registration among those of its protocol.
    let number: Int

    var observerClass: AnyClass { object._withUnsafeGuaranteedRef { type(of: $0) } }

    /// What a listing shows.
    ///
    /// Never asks the object for its own description.
    func description(waitingCount: Int) -> String {
        waitingCount == 0 ? description : "\(description), \(waitingCount) waiting"
    }

    private var description: String { kind.description(ofClass: typeName(observerClass)) }
}
