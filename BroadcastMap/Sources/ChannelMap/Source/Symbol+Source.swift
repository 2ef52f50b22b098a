import Foundation
import SwiftSyntax

/// The facts that only the source of a declaration has.
extension Symbol {
    /// The syntax that declares it: of a property, its part of the declaration.
    package var declaration: Syntax? {
        guard let definition, definition.file.isSwift, let name = definition.file.tree.token(at: definition.offset)
        else { return nil }
        return name.ancestors.first {
            $0.isProtocol(DeclSyntaxProtocol.self) || $0.is(PatternBindingSyntax.self)
                || $0.is(FunctionParameterSyntax.self) || $0.is(GenericParameterSyntax.self)
        }
    }

    /// True if it is a type with generic parameters.
    var isGeneric: Bool {
        declaration?.asProtocol(WithGenericParametersSyntax.self)?.genericParameterClause != nil
    }

    package var isInitializer: Bool { baseName == "init" }

    /// True if it is a macro, which is a constant in Swift.
    package var isMacro: Bool { kind == .macro || usr.contains("@macro@") }

    /// True if it is the getter, or another accessor, of a property or a subscript.
    package var isAccessor: Bool { ["getter:", "setter:", "didSet:", "willSet:"].contains { name.hasPrefix($0) } }

    /// True if code other than the initializers of its type assigns the property.
    package var isReassigned: Bool {
        references.contains { $0.roles.contains(.write) && !isAssignment(inInitializer: $0) }
    }

    var isAssignedInInitializers: Bool {
        references.contains { $0.roles.contains(.write) && isAssignment(inInitializer: $0) }
    }

    /// True if it is a property that the initializer of a structure which the compiler writes has as a parameter.
    var isMemberwiseParameter: Bool {
        guard kind == .instanceProperty, let parent, parent.kind == .structure else { return false }
        return !parent.members.contains { member in
            member.declaration?.as(InitializerDeclSyntax.self)?.ancestor(StructDeclSyntax.self) != nil
        }
    }

    private func isAssignment(inInitializer occurrence: Occurrence) -> Bool {
        occurrence.function?.isInitializer == true && occurrence.function?.parent == parent
    }
}

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
