import Foundation
import SwiftSyntax

/// Finds the types that the source names, which their places in the index identify.
extension Index {
    /// Returns the type that the syntax of a type, or of an expression, names.
    func type(named syntax: some SyntaxProtocol, in file: SourceFile) -> TypeFact {
        switch Syntax(syntax).as(SyntaxEnum.self) {
        case .typeExpr(let expression): type(named: expression.type, in: file)
        case .someOrAnyType(let type): self.type(named: type.constraint, in: file)
        case .attributedType(let type): self.type(named: type.baseType, in: file)
        case .tupleType(let tuple) where tuple.elements.count == 1: type(named: tuple.elements.first!.type, in: file)
        case .tupleExpr(let tuple) where tuple.elements.count == 1:
            type(named: tuple.elements.first!.expression, in: file)
        case .optionalType(let optional): type(named: optional.wrappedType, in: file)
        case .implicitlyUnwrappedOptionalType(let optional): type(named: optional.wrappedType, in: file)
        case .metatypeType(let metatype): type(named: metatype.baseType, in: file).metatype
        case .arrayType(let array): sequence(of: array.element, in: file)
        case .arrayExpr(let array) where array.elements.count == 1:
            sequence(of: array.elements.first!.expression, in: file)
        case .dictionaryType(let dictionary):
            TypeFact(
                arguments: [dictionary.key, dictionary.value].map { type(named: $0, in: file) }, kind: .dictionary)
        case .compositionType(let composition): self.composition(composition.elements.map(\.type), in: file)
        case .infixOperatorExpr(let composition):
            self.composition([composition.leftOperand, composition.rightOperand], in: file)
        case .identifierType(let type): self.type(of: type.name, type.genericArgumentClause, in: file)
        case .memberType(let type): self.type(of: type.name, type.genericArgumentClause, in: file)
        case .declReferenceExpr(let name): type(of: name.baseName, nil, in: file)
        case .memberAccessExpr(let member): type(of: member.declName.baseName, nil, in: file)
        case .genericSpecializationExpr(let type):
            ExprSyntax(type).lastName.map { self.type(of: $0, type.genericArgumentClause, in: file) } ?? TypeFact()
        default: TypeFact()
        }
    }

    private func sequence(of element: some SyntaxProtocol, in file: SourceFile) -> TypeFact {
        TypeFact(arguments: [type(named: element, in: file)], kind: .sequence)
    }

    /// Returns the types of a composition as they are at run time: sorted, and without those that another inherits from.
    private func composition(_ parts: [some SyntaxProtocol], in file: SourceFile) -> TypeFact {
        let types = parts.map { type(named: $0, in: file) }
        let all = Set(types.flatMap(\.symbols))
        let own = all.filter { type in !all.contains { $0 != type && $0.withBases.contains(type) } }
        return TypeFact(symbols: own.sorted { $0.fullName < $1.fullName }, form: types.lazy.compactMap(\.form).first)
    }

    private func type(
        of name: TokenSyntax, _ arguments: GenericArgumentClauseSyntax?, in file: SourceFile
    ) -> TypeFact {
        let symbol = file.symbols(at: name.offset).first { $0.isType || $0.kind == .alias }
        let list = arguments?.arguments.map { self.type(named: $0.argument, in: file) } ?? []
        let form = arguments.map { name.text + $0.codeInLine }
        var type = TypeFact(symbols: symbol?.isType == true ? [symbol!] : [], form: form, arguments: list)
        if let symbol, symbol.kind == .alias {
            guard let aliased = self.type(ofAlias: symbol) else { return type }
            type = aliased
            type.form = form ?? aliased.form
        }
        if ["Array", "Set", "ArraySlice", "ContiguousArray"].contains(name.text), list.count == 1 {
            type.kind = .sequence
        }
        if name.text == "Dictionary", list.count == 2 { type.kind = .dictionary }
        return type
    }

    /// Returns the type that an alias stands for.
    func type(ofAlias alias: Symbol) -> TypeFact? {
        guard let declaration = alias.declaration?.as(TypeAliasDeclSyntax.self), let file = alias.definition?.file
        else { return nil }
        return type(named: declaration.initializer.value, in: file)
    }
}

extension TypeSyntax {
    /// Returns true if it is the type of a function, or an alias of one.
    func isFunction(in file: SourceFile) -> Bool {
        tokens(viewMode: .sourceAccurate).contains { token in
            if token.tokenKind == .arrow { return true }
            let alias = file.symbols(at: token.offset).first { $0.kind == .alias && $0.definition != nil }
            guard let declaration = alias?.declaration?.as(TypeAliasDeclSyntax.self) else { return false }
            return declaration.initializer.value.isFunction(in: alias!.definition!.file)
        }
    }
}

extension TypeFact {
    fileprivate var metatype: TypeFact {
        var type = self
        type.isMetatype = true
        return type
    }
}

/// The facts that only the source of a declaration has.
extension Symbol {
    /// The syntax that declares it: of a property, its part of the declaration.
    var declaration: Syntax? {
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

    var isInitializer: Bool { baseName == "init" }

    /// True if it is a macro, which is a constant in Swift.
    var isMacro: Bool { kind == .macro || usr.contains("@macro@") }

    /// True if it is the getter, or another accessor, of a property or a subscript.
    var isAccessor: Bool { ["getter:", "setter:", "didSet:", "willSet:"].contains { name.hasPrefix($0) } }

    /// True if code other than the initializers of its type assigns the property.
    var isReassigned: Bool {
        writes.contains { !isAssignment(inInitializer: $0) }
    }

    var isAssignedInInitializers: Bool {
        writes.contains(where: isAssignment)
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

    // MARK: Calls

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
    func mayRun(in type: Symbol) -> Bool {
        guard let own = typeAround, own.kind == .class, type.kind == .class else { return true }
        return type.withBases.contains(own) || own.withBases.contains(type)
    }

    /// True if it is a method of the `init` family, which Objective-C code may call.
    private var isObjectiveCInitializer: Bool {
        usr.range(of: #"^c:.*\(im\)init([^a-z]|$)"#, options: .regularExpression) != nil
    }
}

/// The source at an occurrence.
extension Occurrence {
    /// The token that begins here.
    var token: TokenSyntax? { isUncertain || !file.isSwift ? nil : file.tree.token(at: offset) }

    /// Returns an occurrence of the symbol in other code of the function.
    func moved(to offset: Int) -> Occurrence {
        Occurrence(file: file, place: file.place(of: offset), symbol: symbol, roles: roles, function: function)
    }

    func isSamePlace(as other: Occurrence) -> Bool { file === other.file && offset == other.offset }

    /// True if a conformance names the symbol as the witness of a requirement.
    var isConformance: Bool { roles.contains(.implicit) && !roles.contains(.call) }

    /// The reason why no call is written here.
    var reasonForNoCall: Unresolved.Reason {
        if !file.isSwift { return .objectiveC }
        if isUncertain { return .uncertainPlace }
        if isGenerated { return .generated }
        if !file.isReadable { return .unreadable }
        if isMoved { return .changed }
        if isSkipped { return .tooDeep }
        return roles.contains(.call) ? .unknown : .notCalled
    }

    /// True if the receiver of the call is `super`.
    var isOnSuper: Bool {
        if file.isSwift {
            let member = token?.parent?.as(DeclReferenceExprSyntax.self)?.withBase.as(MemberAccessExprSyntax.self)
            return member?.base?.is(SuperExprSyntax.self) == true
        }
        let receiver = file.bytes[..<offset].reversed().drop { $0 == UInt8(ascii: " ") }
        return receiver.starts(with: Array("super".utf8).reversed())
    }

    /// Returns true if an initializer is called that creates an object of a class, which the code names.
    func creates(_ type: Symbol?) -> Bool {
        let start = file.isSwift ? offset : file.openingBracket(before: offset) ?? offset
        return file.symbolOffsets(in: start..<offset + 1).flatMap(file.symbols).contains { $0 == type }
    }

    /// True if a macro generates it, which is implicit where the macro is named, as the use of a property wrapper is.
    var isGenerated: Bool { roles.contains(.implicit) && [.pound, .atSign].contains(token?.tokenKind) }

    /// True if a macro such as `#expect` repeats what is written in its arguments, or in a closure that follows them.
    var isRepeatedByMacro: Bool {
        guard isGenerated, let macro = token?.parent else { return false }
        return file.symbolOffsets(in: macro.bytes).contains { file.symbols(at: $0).contains(symbol) }
    }

    /// True if something else is written here since the file changed.
    var isMoved: Bool {
        guard file.isStale else { return false }
        let name = token?.text
        return name != symbol.baseName && !(symbol.isInitializer && name == symbol.typeAround?.name)
    }

    /// True if it is where the parser has stopped, because brackets are nested too deeply.
    var isSkipped: Bool {
        token?.ancestors.contains { $0.is(UnexpectedNodesSyntax.self) } == true
    }
}

extension SourceFile {
    /// Returns where the code begins inside of the bracket around an offset.
    func openingBracket(before offset: Int) -> Int? {
        var depth = 0
        for position in (0..<offset).reversed() {
            switch bytes[position] {
            case UInt8(ascii: "]"): depth += 1
            case UInt8(ascii: "[") where depth == 0: return position + 1
            case UInt8(ascii: "["): depth -= 1
            default: break
            }
        }
        return nil
    }
}
