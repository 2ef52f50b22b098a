import SwiftSyntax

/// A function in another one, which the index doesn't know.
struct LocalFunction: Hashable {
    private let declaration: FunctionDeclSyntax
    private let file: SourceFile

    /// Finds the local function whose parameter an argument names.
    init?(passing argument: Expression) {
        guard let parameter = argument.parameter else { return nil }
        self.init(declaring: parameter, in: argument.file)
    }

    /// Finds the local function that has a parameter.
    init?(declaring parameter: FunctionParameterSyntax, in file: SourceFile) {
        guard let declaration = parameter.ancestor(FunctionDeclSyntax.self),
            declaration.parent?.is(CodeBlockItemSyntax.self) == true,
            file.symbols(at: declaration.name.offset).isEmpty
        else { return nil }
        self.declaration = declaration
        self.file = file
    }

    /// Returns what each use of it passes for a parameter, which is `nil` where that isn't written.
    func arguments(for parameter: FunctionParameterSyntax) -> [ExprSyntax?] {
        let list = declaration.signature.parameterClause.parameters
        guard let position = parameters.firstIndex(of: parameter) else { return [nil] }
        return references.flatMap { reference -> [ExprSyntax?] in
            let passed = CallSyntax(at: reference)?.arguments(for: list)[position] ?? []
            return passed.isEmpty ? [parameter.defaultValue?.value] : passed
        }
    }

    /// The names of the function in the code around it.
    var references: [TokenSyntax] {
        let names = file.names.references(to: declaration).filter { name in
            scope.contains(name.offset) && !declaration.bytes.contains(name.offset) && !name.isMember
        }
        return names.map(\.baseName)
    }

    /// The code in which it is declared.
    private var scope: Range<Int> { declaration.ancestor(CodeBlockItemListSyntax.self)?.bytes ?? declaration.bytes }

    var labels: [Substring] { parameters.map { Substring($0.firstName.name) } }

    /// Returns the position of the parameter that an argument names.
    func position(in argument: Expression) -> Int? {
        argument.parameter.flatMap(parameters.firstIndex)
    }

    /// Returns what a parameter is if the caller leaves it out.
    func defaultArgument(_ position: Int) -> ExprSyntax? { parameters[position].defaultValue?.value }

    private var parameters: [FunctionParameterSyntax] { Array(declaration.signature.parameterClause.parameters) }
}

extension Expression {
    /// The parameter that it names.
    fileprivate var parameter: FunctionParameterSyntax? {
        guard case .parameter(let parameter) = binding else { return nil }
        return parameter
    }
}
