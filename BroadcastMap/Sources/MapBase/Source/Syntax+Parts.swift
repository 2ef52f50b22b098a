import SwiftSyntax

extension PatternBindingSyntax {
    /// True if a property wrapper decides the value.
    var hasWrapper: Bool {
        let attributes = parent?.parent?.as(VariableDeclSyntax.self)?.attributes ?? []
        return attributes.contains { element in
            guard case .attribute(let attribute) = element else { return false }
            let name = attribute.attributeName.trimmedDescription
            return name != "MainActor" && name.first?.isUppercase == true
        }
    }
}

extension AccessorBlockSyntax {
    /// The code of the getter.
    var getter: CodeBlockItemListSyntax? {
        switch accessors {
        case .getter(let statements): statements
        case .accessors(let accessors):
            accessors.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }?.body?.statements
        }
    }
}

extension IfConfigDeclSyntax {
    /// Returns the clause that is compiled, or all clauses if the index doesn't say which.
    func activeClauses(in file: SourceFile) -> [IfConfigClauseSyntax] {
        // An array, because a list that is filtered is in no tree.
        let all = Array(clauses)
        let active = all.filter { !file.symbolOffsets(in: $0.bytes).isEmpty }
        return active.isEmpty ? all : active
    }
}

extension ExprSyntax {
    /// True if the expression ends the program.
    var neverReturns: Bool {
        let name = self.as(FunctionCallExprSyntax.self)?.calledExpression.lastName?.text
        return ["fatalError", "preconditionFailure"].contains(name)
    }
}

extension SyntaxProtocol {
    /// Returns true if a name is written in the type.
    func mentions(_ name: String) -> Bool {
        tokens(viewMode: .sourceAccurate).contains { $0.name == name }
    }
}

extension SyntaxProtocol {
    /// The call whose argument it is.
    package var callAround: FunctionCallExprSyntax? {
        let call = (parent?.as(LabeledExprSyntax.self)?.parent?.parent ?? parent)?.as(FunctionCallExprSyntax.self)
        return call?.calledExpression.id == Syntax(self).as(ExprSyntax.self)?.id ? nil : call
    }
}
