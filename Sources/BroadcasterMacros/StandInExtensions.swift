#if Macros
    import SwiftDiagnostics
    import SwiftSyntax

    /// Generates an extension for each kind of stand-in, one for all others, and one for what the class implements.
    ///
    /// They extend sequences. A public method can't have a constraint that names a type of an internally imported module,
    /// and the macro can't see how a file imports this one.
    struct StandInExtensions {
        private let source: DelegateProtocol
        private let members: MemberBlockItemListSyntax
        /// The forwarders to delegates of any type.
        private let general: ForwarderGenerator
        /// The forwarders to delegates whose type states the primary associated types.
        private let constrained: ForwarderGenerator

        init(of source: DelegateProtocol) {
            self.source = source
            members = source.declaration.memberBlock.members
            general = ForwarderGenerator(for: source)
            constrained = ForwarderGenerator(for: source, knowing: source.primaryAssociatedTypes)
        }

        /// The reasons why single requirements have no forwarder, and warnings of those that have one.
        var problems: [Diagnostic] {
            let unseen = source.unseenProtocols
            let isCombined = source.attribute.argument("combinesAnswers", true) != nil
            let answers = isCombined ? [] : constrained.answers(of: members)
            return (unseen.isEmpty ? [] : [.unseenRequirements(of: unseen, source.declaration, source.attribute)])
                + general.problems(of: members) + answers.map { .answer($0, forwardedBy: source.attribute) }
        }

        var all: [String] {
            let name = source.name
            let primary = source.primaryAssociatedTypes
            var delegates = ["any \(name)"]
            var extensions = [code(general.forwarders(for: members), element: delegates[0])]
            if !primary.isEmpty {
                delegates.append("any \(name)<\(primary.joined(separator: ", "))>")
                // The systems whose runtime knows such a type.
                extensions.append(
                    code(
                        constrained.forwarders(for: members), element: delegates[1],
                        availability: "@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)\n"))
            }
            // Otherwise, a stand-in with other delegates would call the protocol's default implementations.
            let message = """
                a stand-in for '\(name)' is a sequence of '\(delegates.joined(separator: "' or '"))'; make it a \
                'MulticastDelegate' of that, or implement the requirement in the class\(hintOfRenaming)
                """
            extensions.append(
                code(
                    general.stubs(for: members), availability: "@available(*, unavailable, message: \"\(message)\")\n"))
            extensions.append(code(general.unavailableMembers(for: members)))
            return extensions.compactMap(\.self)
        }

        /// What helps a stand-in whose delegates state an associated type that has the name of a sequence's.
        private var hintOfRenaming: String {
            source.typesOfSequence.first.map {
                """
                ; to make it one of delegates whose '\($0)' is known, rename '\($0)', because a sequence has a type of \
                that name
                """
            } ?? ""
        }

        /// Returns an extension of the sequences of an element, or of all sequences, unless it has no members.
        private func code(_ members: String, element: String? = nil, availability: String = "") -> String? {
            if members.isEmpty { return nil }
            let constraint = element.map { ", Self.Element == \($0)" } ?? ""
            return """
                \(source.availability)\(availability)\(source.isolation)extension \(source.name) \
                where Self: \(swiftModule)Sequence\(constraint) {
                \(source.hintOfAccess)\(members)
                }
                """
        }
    }
#endif
