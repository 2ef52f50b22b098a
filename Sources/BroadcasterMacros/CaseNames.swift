#if Macros
    import SwiftSyntax

    /// The names of the cases that stand for a protocol's methods.
    ///
    /// A case has the name of its method. Swift can't match overloaded cases, so methods that share a name join theirs
    /// with their labels, as Objective-C does: `download(_:didReach:)` is `downloadDidReach`.
    struct CaseNames {
        private let members: MemberBlockItemListSyntax
        /// The names that several methods share.
        private let shared: Set<String>

        init(_ members: MemberBlockItemListSyntax) {
            self.members = members
            shared = Set(members.repeated(\.name.unescapedText).map(\.function.name.unescapedText))
        }

        /// Returns the name in backticks if it needs them.
        subscript(function: FunctionDeclSyntax) -> String {
            isJoined(function) ? joined(function).escaped : function.name.text
        }

        /// Returns whether the labels are part of the name, so that the values have none.
        func isJoined(_ function: FunctionDeclSyntax) -> Bool { shared.contains(function.name.unescapedText) }

        /// The methods that would have the case of an earlier one.
        var collisions: [RepeatedMethod] {
            members.repeated { isJoined($0) ? joined($0) : $0.name.unescapedText }
        }

        private func joined(_ function: FunctionDeclSyntax) -> String {
            let labels = function.parameters.map(\.firstName).filter { $0.tokenKind != .wildcard }.map(\.unescapedText)
            return function.name.unescapedText + labels.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        }
    }
#endif
