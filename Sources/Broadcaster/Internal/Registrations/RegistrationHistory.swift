#if DEBUG
    /// What was ever registered for a protocol.
    struct RegistrationHistory {
        /// The types of the keys, by identity.
        private(set) var keyTypes: [ObjectIdentifier: Any.Type] = [:]
        /// The classes of the observers, and of the owners of closures, by identity.
        private(set) var observerClasses: [ObjectIdentifier: AnyClass] = [:]

        var isEmpty: Bool { observerClasses.isEmpty }

        /// Adds a registration, whose observer the caller retains, unless it is that of a trace.
        mutating func add(_ registration: Registration, for key: ChannelKey?) {
            if registration.isOfTrace { return }
            if let type = key?.valueType { keyTypes[ObjectIdentifier(type)] = type }
            let observerClass: AnyClass = registration.observerClass
            observerClasses[ObjectIdentifier(observerClass)] = observerClass
        }

        func hasKey<Key>(of type: Key.Type) -> Bool { keyTypes[ObjectIdentifier(Key.self)] != nil }
    }
#endif
