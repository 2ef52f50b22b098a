#if Macros
    import Foundation
    import SwiftParser
    import SwiftSyntax
    import Testing

    @testable import BroadcasterMacros

    @Suite("The members of MulticastDelegate that @Multicast knows", .timeLimit(.minutes(60)))
    struct MulticastMembersTests {
        /// The public members of the class, in its source.
        static let members: [DeclSyntax] = {
            let root = URL(fileURLWithPath: #filePath + "/../../..").standardizedFileURL
            let file = root.appendingPathComponent("Sources/Broadcaster/MulticastDelegate.swift")
            guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
            return Parser.parse(source: text).statements
                .compactMap { statement -> MemberBlockSyntax? in
                    if let declaration = statement.item.as(ClassDeclSyntax.self) { return declaration.memberBlock }
                    let declaration = statement.item.as(ExtensionDeclSyntax.self)
                    return declaration?.extendedType.path == ["MulticastDelegate"] ? declaration?.memberBlock : nil
                }
                .flatMap { $0.members.map(\.decl) }
                .filter { $0.accessModifier?.name.text == "public" }
        }()

        @Test("the macro knows each property of MulticastDelegate")
        func properties() {
            let properties = Self.members.compactMap { $0.as(VariableDeclSyntax.self)?.bindings.first?.pattern }
            #expect(Set(properties.map(\.trimmedDescription)) == MulticastMembers.properties)
        }

        @Test("the macro knows each method of MulticastDelegate that a requirement might be taken for")
        func methods() {
            let methods = Self.members.compactMap { $0.as(FunctionDeclSyntax.self) }
                // No requirement is an operator, or returns the iterator.
                .filter { !$0.modifiers.contains { $0.name.text == "static" } && $0.name.text != "makeIterator" }
            #expect(
                kinds(of: methods.filter { $0.returnsVoid([:]) }) == MulticastMembers.methodsWithoutResult)
            #expect(kinds(of: methods.filter { !$0.returnsVoid([:]) }) == MulticastMembers.methodsWithResult)
        }

        /// The methods by their names, with what the last parameter of each takes.
        private func kinds(of methods: [FunctionDeclSyntax]) -> [String: MulticastMembers.Parameter] {
            Dictionary(
                methods.map { method in (method.fullName, kind(of: method.parameters.last?.type)) },
                // Beside an array, some take any sequence.
                uniquingKeysWith: { $0 ?? $1 }
            ).compactMapValues(\.self)
        }

        private func kind(of type: TypeSyntax?) -> MulticastMembers.Parameter? {
            guard let type = type?.resolved() else { return MulticastMembers.Parameter.none }
            if type.path == ["T"] { return .delegate }
            if type.elementType?.path == ["T"] { return .delegates }
            let parameters = type.as(FunctionTypeSyntax.self)?.parameters
            return parameters?.count == 1 && parameters?.first?.type.path == ["T"] ? .closure : nil
        }
    }
#endif
