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

    /// True if code of other functions names it, which may call it.
    var hasCallers: Bool {
        reachingReferences.contains { $0.function != self && !$0.roles.contains(.declaration) }
    }

    /// True if it is a method that nothing calls: neither code of the program nor a framework, nor Objective-C code or
    /// a file of the interface.
    var isNeverCalled: Bool {
        let isKnownElsewhere = !overridden.isEmpty || !propertyOrSelf.overridden.isEmpty
        return !isInitializer && !hasCallers && !isKnownElsewhere && !propertyOrSelf.usr.hasPrefix("c:")
    }

    /// True if code names the function without calling it, or Objective-C code calls it.
    var isUsedAsValue: Bool {
        references.contains { !$0.file.isSwift || $0.roles.isDisjoint(with: [.call, .implicit, .declaration]) }
    }
}
