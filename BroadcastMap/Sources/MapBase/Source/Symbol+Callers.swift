import Foundation

/// The code that names a function.
extension Symbol {
    /// The places that may call it, directly or through what it overrides or witnesses.
    ///
    /// A call on `super` doesn't reach what overrides the function there, and an object that is created is of the class
    /// that the code names.
    var reachingReferences: [Occurrence] {
        withOverridden.flatMap { called in
            called.references.filter { reference in
                if called == self { return true }
                return isObjectiveCInitializer ? reference.creates(typeAround) : !reference.isOnSuper
            }
        }
    }

    /// Returns false if it is an override in a class that objects of a type don't have.
    package func mayRun(in type: Symbol) -> Bool {
        guard let own = typeAround, own.kind == .class, type.kind == .class else { return true }
        return type.withBases.contains(own) || own.withBases.contains(type)
    }

    /// True if it is a method of the `init` family, which Objective-C code may call.
    private var isObjectiveCInitializer: Bool {
        usr.range(of: #"^c:.*\(im\)init([^a-z]|$)"#, options: .regularExpression) != nil
    }
}
