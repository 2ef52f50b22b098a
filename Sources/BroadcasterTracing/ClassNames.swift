import Broadcaster

/// The full names of classes, each made once, because the runtime takes longer for one than a trace for a broadcast.
struct ClassNames {
    private var names: [ObjectIdentifier: String] = [:]

    mutating func name(of observerClass: AnyClass) -> String {
        let identity = ObjectIdentifier(observerClass)
        if let known = names[identity] { return known }
        let name = typeName(observerClass)
        names[identity] = name
        return name
    }
}
