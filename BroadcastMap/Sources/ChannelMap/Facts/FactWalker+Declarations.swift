import SwiftSyntax

extension FactWalker {
    /// Returns false if the syntax is no declaration.
    func visitDeclaration(_ syntax: Syntax) -> Bool {
        switch syntax.as(SyntaxEnum.self) {
        case .classDecl, .structDecl, .enumDecl, .actorDecl, .protocolDecl, .extensionDecl: typeDeclaration(syntax)
        case .functionDecl(let function): self.function(function)
        case .initializerDecl(let initializer):
            visit(Syntax(initializer.attributes))
            code(
                of: declared(at: initializer.initKeyword.offset).map(Owner.declared),
                initializer.signature.parameterClause.parameters, nil, initializer.genericParameterClause,
                initializer.body?.statements)
        case .subscriptDecl(let declaration): self.subscript(declaration)
        case .deinitializerDecl(let deinitializer):
            code(of: nil, [], nil, nil, deinitializer.body?.statements)
        case .accessorDecl(let accessor): self.accessor(accessor)
        case .variableDecl(let variable): self.variable(variable)
        case .enumCaseElement(let element): self.element(element)
        case .attribute(let attribute): self.attribute(attribute)
        default: return false
        }
        return true
    }

    private func typeDeclaration(_ syntax: Syntax) {
        let outer = (type: type, owner: owner)
        owner = nil
        if let declaration = syntax.as(ExtensionDeclSyntax.self) {
            type = index.type(named: declaration.extendedType, in: file).symbols.first
        } else if let named = syntax.asProtocol(NamedDeclSyntax.self) {
            type = declared(at: named.name.offset)
        }
        if let attributes = syntax.asProtocol(WithAttributesSyntax.self)?.attributes { visit(Syntax(attributes)) }
        // A type inside of a function doesn't know its names.
        scoped { syntax.asProtocol(DeclGroupSyntax.self)?.memberBlock.members.forEach { visit(Syntax($0.decl)) } }
        type = outer.type
        owner = outer.owner
    }

    /// Writes down the raw value of an enumeration case that is a text.
    private func element(_ element: EnumCaseElementSyntax) {
        let types = element.ancestor(EnumDeclSyntax.self)?.inheritanceClause?.inheritedTypes
        let isText = types?.contains { $0.type.trimmedDescription == "String" } == true
        guard let symbol = declared(at: element.name.offset), isText else { return }
        let value = element.rawValue.map { self.value($0.value) } ?? .text(element.name.name)
        facts.properties[symbol] = PropertyFact(value: value)
    }

    // MARK: Functions

    private func function(_ function: FunctionDeclSyntax) {
        let place = place(function.name)
        let symbol = declared(at: place.offset)
        // A local function may call itself.
        if symbol == nil { bind(function.name, .local(place)) }
        visit(Syntax(function.attributes))
        let signature = function.signature
        code(
            of: symbol.map(Owner.declared) ?? .local(place), signature.parameterClause.parameters,
            signature.returnClause?.type, function.genericParameterClause, function.body?.statements)
    }

    private func accessor(_ accessor: AccessorDeclSyntax) {
        let owner = declared(at: accessor.accessorSpecifier.offset).map(Owner.declared)
        let isObserver = accessor.accessorSpecifier.tokenKind == .keyword(.didSet)
        let name = accessor.parameters?.name.name ?? (isObserver ? "oldValue" : "newValue")
        scoped([name: .unknown(.variable)]) { code(of: owner, [], nil, nil, accessor.body?.statements) }
    }

    private func code(
        of owner: Owner?, _ parameters: FunctionParameterListSyntax, _ result: TypeSyntax?,
        _ generic: GenericParameterClauseSyntax?, _ statements: CodeBlockItemListSyntax?
    ) {
        let outer = self.owner
        self.owner = owner
        let isSubscript = parameters.parent?.parent?.is(SubscriptDeclSyntax.self) == true
        var names: [String: Fact] = [:]
        let genericNames = generic?.parameters.map(\.name.name) ?? []
        for (position, parameter) in parameters.enumerated() {
            let fact = owner.map { Fact.parameter($0, position) } ?? .unknown(.variable)
            names[(parameter.secondName ?? parameter.firstName).name] = fact
            for name in genericNames where names[name] == nil {
                names[name] = parameter.type.type(named: name, in: fact)
            }
        }
        for name in genericNames where names[name] == nil { names[name] = .unknown(.generic) }
        let list = parameters.map { self.parameter($0, isSubscript: isSubscript, generic: genericNames) }
        let resultType = result.map { index.type(named: $0, in: file) }
        let returns = body(names, statements)
        self.owner = outer
        guard let owner else { return }
        facts.functions[owner] = FunctionFact(owner: owner, parameters: list, result: resultType, returns: returns)
    }

    private func parameter(
        _ parameter: FunctionParameterSyntax, isSubscript: Bool, generic: [String]
    ) -> ParameterFact {
        let standard = parameter.defaultValue.map {
            Argument(label: nil, value: value($0.value), code: .init($0.value))
        }
        // The only name of a subscript's parameter is no label.
        let isUnlabeled = isSubscript && parameter.secondName == nil
        return ParameterFact(
            label: isUnlabeled ? "_" : parameter.firstName.name,
            type: index.type(named: parameter.type, in: file),
            isFunction: parameter.type.isFunction(in: file),
            isVariadic: parameter.ellipsis != nil || parameter.type.is(PackExpansionTypeSyntax.self),
            isGeneric: parameter.type.isGeneric(generic),
            standard: standard)
    }

    private func `subscript`(_ declaration: SubscriptDeclSyntax) {
        let symbol = declared(at: declaration.subscriptKeyword.offset)
        let owner = symbol.map(owner(ofGetter:))
        code(
            of: owner, declaration.parameterClause.parameters, declaration.returnClause.type,
            declaration.genericParameterClause, declaration.accessorBlock?.getter)
    }

    /// Returns the owner of the code of a getter, which the index knows beside its property.
    private func owner(ofGetter property: Symbol) -> Owner {
        .declared(property.members.first { $0.name.hasPrefix("getter:") } ?? property)
    }

    private func attribute(_ attribute: AttributeSyntax) {
        guard case .argumentList(let list) = attribute.arguments else { return }
        let arguments = self.arguments(list)
        guard let offset = attribute.attributeName.as(IdentifierTypeSyntax.self)?.name.offset else { return }
        let function = file.symbols(at: offset).first(where: \.isInitializer)
        record(
            Invocation(
                place: Place(file: file, offset: offset),
                callee: function.map { .function($0) } ?? .value(.unknown(.computed)), arguments: arguments),
            at: attribute, owner: nil)
    }

    // MARK: Variables

    private func variable(_ variable: VariableDeclSyntax) {
        visit(Syntax(variable.attributes))
        let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
        for binding in variable.bindings {
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
                let value = binding.initializer.map { self.value($0.value) } ?? .unknown(.variable)
                pattern(binding.pattern, value, isVariable: !isConstant)
                continue
            }
            let type = binding.typeAnnotation.map { index.type(named: $0.type, in: file) }
            if let symbol = declared(at: name.offset), symbol.kind.isProperty {
                property(symbol, binding, type, isConstant: isConstant)
            } else {
                let place = place(name)
                let values = binding.initializer.map { [value($0.value)] } ?? []
                facts.locals[place] = LocalFact(values: values, type: type, isVariable: !isConstant)
                if let accessors = binding.accessorBlock { visit(Syntax(accessors)) }
                bind(name, .local(place))
            }
        }
    }

    private func property(_ symbol: Symbol, _ binding: PatternBindingSyntax, _ type: TypeFact?, isConstant: Bool) {
        let outer = owner
        // Nothing calls the code of an initial value.
        owner = nil
        var value = binding.initializer.map { self.value($0.value) }
        var getter: Owner?
        if let accessors = binding.accessorBlock {
            if let statements = accessors.getter {
                let owner = owner(ofGetter: symbol)
                code(of: owner, [], nil, nil, statements)
                getter = owner
                value = .choice(facts.functions[owner]?.returns ?? [])
            }
            if case .accessors(let list) = accessors.accessors {
                for accessor in list where accessor.accessorSpecifier.tokenKind != .keyword(.get) {
                    visit(Syntax(accessor))
                }
            }
        }
        owner = outer
        facts.properties[symbol] = PropertyFact(
            value: value, type: type, isConstant: isConstant, getter: getter, hasWrapper: binding.hasWrapper)
    }
}

extension Symbol {
    /// The position of a generic parameter among those of its type.
    var genericPosition: Int? {
        guard kind == .alias, let parameter = declaration?.as(GenericParameterSyntax.self),
            let list = parameter.parent?.as(GenericParameterListSyntax.self),
            let position = list.firstIndex(of: parameter)
        else { return nil }
        return list.distance(from: list.startIndex, to: position)
    }
}

extension TypeSyntax {
    /// Returns the type for which a generic parameter stands that the type of a function's parameter names.
    fileprivate func type(named name: String, in parameter: Fact) -> Fact? {
        switch self.as(TypeSyntaxEnum.self) {
        case .metatypeType(let metatype):
            return metatype.baseType.type(named: name, in: parameter) == .typeOf(parameter) ? parameter : nil
        case .tupleType(let tuple): return tuple.elements.only?.type.type(named: name, in: parameter)
        case .packElementType(let element): return element.pack.type(named: name, in: parameter)
        case .arrayType(let array): return array.element.type(named: name, in: .element(parameter))
        case .optionalType(let optional): return optional.wrappedType.type(named: name, in: parameter)
        case .packExpansionType(let pack): return pack.repetitionPattern.type(named: name, in: .element(parameter))
        case .identifierType(let type):
            if type.name.name == name { return .typeOf(parameter) }
            let arguments = type.genericArgumentClause?.arguments.map(\.argument.trimmedDescription) ?? []
            return arguments.firstIndex(of: name).map { .genericArgument(of: parameter, $0) }
        default: return nil
        }
    }

    fileprivate func isGeneric(_ names: [String]) -> Bool {
        self.as(SomeOrAnyTypeSyntax.self)?.someOrAnySpecifier.tokenKind == .keyword(.some)
            || names.contains(where: mentions)
    }
}
