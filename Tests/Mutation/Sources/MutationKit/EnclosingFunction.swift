import SwiftSyntax

extension SyntaxProtocol {
    /// The name of the declaration around the node, as in `RegistrationList.insert(_:)`, or of the node itself.
    var enclosingFunction: String {
        var names: [String] = []
        var node: Syntax? = Syntax(self)
        while let current = node {
            if let name = current.declaredName { names.append(name) }
            node = current.parent
        }
        return names.reversed().joined(separator: ".")
    }

    private var declaredName: String? {
        switch Syntax(self).as(SyntaxEnum.self) {
        case .functionDecl(let function):
            function.name.text + function.signature.parameterClause.parameters.labels
        case .initializerDecl(let initializer):
            "init" + initializer.signature.parameterClause.parameters.labels
        case .subscriptDecl(let subscriptDecl):
            "subscript" + subscriptDecl.parameterClause.parameters.labels
        case .deinitializerDecl:
            "deinit"
        case .patternBinding(let binding):
            binding.isLocal ? nil : binding.pattern.trimmedDescription
        case .classDecl(let type): type.name.text
        case .structDecl(let type): type.name.text
        case .enumDecl(let type): type.name.text
        case .actorDecl(let type): type.name.text
        case .protocolDecl(let type): type.name.text
        case .extensionDecl(let type): type.extendedType.trimmedDescription
        default: nil
        }
    }
}

extension PatternBindingSyntax {
    /// Whether it declares a variable in a function.
    fileprivate var isLocal: Bool {
        guard let item = parent?.parent?.parent else { return false }
        if item.is(MemberBlockItemSyntax.self) { return false }
        return item.parent?.parent?.is(SourceFileSyntax.self) != true
    }
}

extension FunctionParameterListSyntax {
    fileprivate var labels: String { "(" + map { $0.firstName.text + ":" }.joined() + ")" }
}
