// What `#if` encloses.
#if Macros
    import SwiftSyntax

    extension IfConfigClauseSyntax {
        var members: MemberBlockItemListSyntax { elements?.as(MemberBlockItemListSyntax.self) ?? [] }

        var attributes: AttributeListSyntax { elements?.as(AttributeListSyntax.self) ?? [] }

        /// The line that begins the clause.
        fileprivate var line: String { with(\.elements, nil).trimmedDescription + "\n" }
    }

    /// A method whose name an earlier one has that may be compiled beside it.
    struct RepeatedMethod {
        let function: FunctionDeclSyntax
        let earlier: FunctionDeclSyntax
    }

    extension MemberBlockItemListSyntax {
        /// The members, those of each clause included.
        var all: [DeclSyntax] {
            flatMap { $0.decl.as(IfConfigDeclSyntax.self)?.clauses.flatMap(\.members.all) ?? [$0.decl] }
        }

        /// Returns what `generate` returns for each member, with the conditional compilation around it.
        func generated(_ generate: (DeclSyntax) -> String?) -> String {
            compactMap { member in
                guard let conditional = member.decl.as(IfConfigDeclSyntax.self) else { return generate(member.decl) }
                let clauses = conditional.clauses.map { (line: $0.line, members: $0.members.generated(generate)) }
                if clauses.allSatisfy(\.members.isEmpty) { return nil }
                return clauses.map { "\($0.line)\($0.members)\n" }.joined() + "#endif"
            }.joined(separator: "\n")
        }

        /// Returns the methods whose name an earlier method has that may be compiled beside them.
        func repeated(_ name: (FunctionDeclSyntax) -> String) -> [RepeatedMethod] {
            var names: [String: FunctionDeclSyntax] = [:]
            return repeated(name, after: &names)
        }

        private func repeated(
            _ name: (FunctionDeclSyntax) -> String, after names: inout [String: FunctionDeclSyntax]
        ) -> [RepeatedMethod] {
            var repeated: [RepeatedMethod] = []
            for member in self {
                if let conditional = member.decl.as(IfConfigDeclSyntax.self) {
                    // Only one of the clauses is compiled, so a name may return in another.
                    let outer = names
                    for clause in conditional.clauses {
                        var inner = outer
                        repeated += clause.members.repeated(name, after: &inner)
                        names.merge(inner) { earlier, _ in earlier }
                    }
                } else if let function = member.decl.as(FunctionDeclSyntax.self) {
                    let name = name(function)
                    if let earlier = names[name] {
                        repeated.append(RepeatedMethod(function: function, earlier: earlier))
                    } else {
                        names[name] = function
                    }
                }
            }
            return repeated
        }
    }

    extension AttributeListSyntax {
        /// The attributes, those of each clause included.
        var all: [AttributeSyntax] {
            flatMap { element in
                switch element {
                case .attribute(let attribute): [attribute]
                case .ifConfigDecl(let conditional): conditional.clauses.flatMap(\.attributes.all)
                }
            }
        }

        /// Returns the attributes that are included, a line each, with the conditional compilation around them.
        func lines(_ isIncluded: (AttributeSyntax) -> Bool) -> String {
            map { element in
                switch element {
                case .attribute(let attribute):
                    return isIncluded(attribute) ? attribute.trimmedDescription + "\n" : ""
                case .ifConfigDecl(let conditional):
                    guard conditional.clauses.contains(where: { $0.attributes.all.contains(where: isIncluded) }) else {
                        return ""
                    }
                    return conditional.clauses.map { $0.line + $0.attributes.lines(isIncluded) }.joined() + "#endif\n"
                }
            }.joined()
        }
    }
#endif
