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
