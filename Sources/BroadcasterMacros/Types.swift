// What both macros read in a type. They see its syntax, so they compare types that are written in different ways.
#if Macros
    import SwiftSyntax

    extension TypeSyntaxProtocol {
        /// The names of a nominal type from the outside in, or none if the type is of another kind or generic.
        ///
        /// The module of `Swift::Void` counts as a name. Releases of swift-syntax before 603 have no syntax for it.
        var path: [String] {
            if let type = self.as(IdentifierTypeSyntax.self), type.genericArgumentClause == nil {
                return type.tokens(viewMode: .sourceAccurate).map(\.unescapedText).filter { $0 != "::" }
            }
            guard let type = self.as(MemberTypeSyntax.self), type.genericArgumentClause == nil else { return [] }
            let base = type.baseType.path
            return base.isEmpty ? [] : base + [type.name.unescapedText]
        }

        private static var modules: Set<String> { ["Swift", "_Concurrency", "Distributed", "Foundation"] }

        /// Whether the type has one of the names in a module of Swift or in Foundation.
        func isStandard(_ names: Set<String>) -> Bool {
            let path = path
            return path.last.map(names.contains) == true
                && (path.count == 1 || path.count == 2 && Self.modules.contains(path[0]))
        }
    }

    extension TypeSyntax {
        /// The parts of a composition, or the type itself.
        var parts: [TypeSyntax] {
            let type = resolved()
            return type.as(CompositionTypeSyntax.self)?.elements.flatMap(\.type.parts) ?? [type]
        }

        /// Returns the type without parentheses, attributes and `any`, and what it stands for if it is an alias.
        func resolved(_ aliases: [String: TypeSyntax] = [:]) -> TypeSyntax {
            if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1, let element = tuple.elements.first
            {
                return element.type.resolved(aliases)
            }
            if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.resolved(aliases) }
            if let type = self.as(SomeOrAnyTypeSyntax.self), type.someOrAnySpecifier.tokenKind == .keyword(.any) {
                return type.constraint.resolved(aliases)
            }
            guard path.count == 1, let alias = aliases[path[0]] else { return self }
            // An alias can't refer to itself, so the ones that are left suffice.
            return alias.resolved(aliases.filter { $0.key != path[0] })
        }

        /// The name of the type, or of what it is an optional or an array of, if it may be an alias.
        func unseenName(_ aliases: [String: TypeSyntax]) -> String? {
            let type = resolved(aliases)
            if let optional = type.as(OptionalTypeSyntax.self) { return optional.wrappedType.unseenName(aliases) }
            if let element = type.elementType { return element.unseenName(aliases) }
            return type.path.count == 1 && type.mayBeAlias ? type.path[0] : nil
        }

        /// The type of which this is an array.
        var elementType: TypeSyntax? {
            self.as(ArrayTypeSyntax.self)?.element ?? (isGeneric(["Array"]) ? firstGenericArgument : nil)
        }

        /// Whether the type has arguments and one of the names, in whatever module.
        func isGeneric(_ names: Set<String>) -> Bool { genericArguments != nil && typeName.map(names.contains) == true }

        /// The name of the type, without its module or the type around it.
        var typeName: String? {
            (self.as(IdentifierTypeSyntax.self)?.name ?? self.as(MemberTypeSyntax.self)?.name)?.unescapedText
        }

        var genericArguments: GenericArgumentClauseSyntax? {
            self.as(IdentifierTypeSyntax.self)?.genericArgumentClause
                ?? self.as(MemberTypeSyntax.self)?.genericArgumentClause
        }

        var firstGenericArgument: TypeSyntax? {
            // Releases of swift-syntax before 601 have another type for the argument.
            genericArguments?.arguments.first?.children(viewMode: .sourceAccurate).lazy
                .compactMap { $0.as(TypeSyntax.self) }.first
        }

        /// Whether the type has a name, and only the compiler knows what it stands for.
        var mayBeAlias: Bool { !path.isEmpty && !isFamiliar }

        /// Whether the type has the name of a `Sendable` type that every program knows.
        var isFamiliar: Bool { isStandard(Self.familiarNames) }

        private static var familiarNames: Set<String> {
            ["Bool", "CGFloat", "Data", "Date", "Double", "Error", "Int", "Never", "String", "URL", "UUID", "Void"]
        }

        /// Whether the type is one of the standard library that can't escape.
        var isNonescapable: Bool {
            let type =
                self.as(IdentifierTypeSyntax.self).map { TypeSyntax($0.with(\.genericArgumentClause, nil)) }
                ?? self.as(MemberTypeSyntax.self).map { TypeSyntax($0.with(\.genericArgumentClause, nil)) }
            // A program may have a type `Span` without arguments.
            let names: Set =
                genericArguments == nil
                ? ["MutableRawSpan", "OutputRawSpan", "RawSpan", "UTF8Span"] : ["MutableSpan", "OutputSpan", "Span"]
            return type?.isStandard(names) == true
        }

        /// Whether the type is that of a function without a result.
        func isVoid(_ aliases: [String: TypeSyntax]) -> Bool {
            let type = resolved(aliases)
            return type.isStandard(["Void"]) || type.as(TupleTypeSyntax.self)?.elements.isEmpty == true
        }

        /// Whether the type has no value.
        func isUninhabited(_ aliases: [String: TypeSyntax]) -> Bool {
            let type = resolved(aliases)
            return type.isStandard(["Never"])
                || type.as(TupleTypeSyntax.self)?.elements.contains { $0.type.isUninhabited(aliases) } == true
        }

        /// Whether the type has the attribute, in parentheses included.
        func has(attribute: String) -> Bool {
            if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1, let element = tuple.elements.first
            {
                return element.type.has(attribute: attribute)
            }
            return self.as(AttributedTypeSyntax.self)?.attributes.all.contains { $0.name == attribute } == true
        }
    }

    extension SyntaxProtocol {
        /// The name of the first type in this syntax that has one of the names, without a module.
        func firstType(named names: Set<String>) -> TokenSyntax? {
            tokens(viewMode: .sourceAccurate).first { $0.isUnqualifiedType && names.contains($0.unescapedText) }
        }
    }

    extension TokenSyntax {
        /// Whether it is the name of a type, without a module.
        var isUnqualifiedType: Bool {
            parent?.is(IdentifierTypeSyntax.self) == true
                && previousToken(viewMode: .sourceAccurate)?.text != "::"
        }
    }
#endif
