import SwiftLexicalLookup
import SwiftSyntax

/// The binding of a name inside a function, which the index doesn't have.
enum Binding {
    /// A constant or a variable.
    case variable(PatternBindingSyntax)
    /// Another name of a value: `if let name = value`, or `[name = value]` before the code of a closure.
    case value(ExprSyntax)
    case parameter(FunctionParameterSyntax)
    case genericParameter(GenericParameterSyntax)
    /// With its position, if that is known.
    case closureParameter(of: ClosureExprSyntax, Int?)
    /// A part of a tuple, a loop, or a pattern, which is `nil` if several patterns bind the name, or if it is that of a
    /// property, as in `if let name`.
    case pattern(IdentifierPatternSyntax?)
}

extension DeclReferenceExprSyntax {
    /// The binding of this name, or `nil` if no function around it binds it.
    var binding: Binding? { Syntax(self).binding(of: baseName) }

    /// Returns true if it names a local function, and no other with this name is declared beside that one.
    func names(_ function: FunctionDeclSyntax) -> Bool {
        let declared = lookup(Identifier(baseName)).lazy.map(\.names).first { !$0.isEmpty } ?? []
        guard declared.count == 1, case .declaration(let declaration) = declared[0] else { return false }
        return Syntax(declaration) == Syntax(function)
    }
}

extension Syntax {
    /// Returns what binds a name at the place of this syntax.
    fileprivate func binding(of name: TokenSyntax) -> Binding? {
        // Another condition of an `if` binds the name for what follows it, and not for its own value.
        let names = lookup(Identifier(name)).lazy.flatMap(\.names).filter { $0.position < position }
        switch names.first {
        case .identifier(let syntax, _): return Binding(syntax)
        case .equivalentNames: return .pattern(nil)
        case .declaration, .implicit, nil: return nil
        }
    }
}

extension Binding {
    /// The binding of a name by what declares it.
    init?(_ name: Syntax) {
        if let parameter = name.as(FunctionParameterSyntax.self) {
            self = .parameter(parameter)
        } else if let parameter = name.as(GenericParameterSyntax.self) {
            self = .genericParameter(parameter)
        } else if let capture = name.as(ClosureCaptureSyntax.self) {
            // The name outside is that inside, unless a value follows.
            self = (capture.initializer?.value).map { .value($0) } ?? name.binding(of: capture.name) ?? .pattern(nil)
        } else if name.is(ClosureParameterSyntax.self) || name.is(ClosureShorthandParameterSyntax.self) {
            guard let closure = name.ancestor(ClosureExprSyntax.self) else { return nil }
            let position = name.parent?.children(viewMode: .sourceAccurate).enumerated().first { $0.element == name }
            self = .closureParameter(of: closure, position?.offset)
        } else if let binding = name.parent?.as(PatternBindingSyntax.self) {
            self = .variable(binding)
        } else if let condition = name.parent?.as(OptionalBindingConditionSyntax.self) {
            let outer = name.as(IdentifierPatternSyntax.self).flatMap { Syntax(condition).binding(of: $0.identifier) }
            self = (condition.initializer?.value).map { .value($0) } ?? outer ?? .pattern(nil)
        } else if let pattern = name.as(IdentifierPatternSyntax.self) {
            self = .pattern(pattern)
        } else {
            return nil
        }
    }
}

extension ClosureExprSyntax {
    /// True if `$1` is one of its parameters.
    var hasSecondShorthand: Bool {
        statements.tokens(viewMode: .sourceAccurate).contains { $0.text == "$1" }
    }
}

extension DeclReferenceExprSyntax {
    /// The closure whose parameter `$0` is.
    var closureOfShorthand: ClosureExprSyntax? {
        shorthandPosition == nil ? nil : ancestor(ClosureExprSyntax.self)
    }

    /// The number in `$0`.
    var shorthandPosition: Int? { baseName.text.hasPrefix("$") ? Int(baseName.text.dropFirst()) : nil }
}
