#if Macros
    import Foundation
    import SwiftSyntaxMacroExpansion
    import SwiftSyntaxMacrosGenericTestSupport
    import Testing

    @testable import BroadcasterMacros

    /// The message that the macro generates and the diagnostics that it emits.
    @Suite("Expansion of @Messages", .timeLimit(.minutes(60)))
    struct MessagesExpansionTests: ExpansionSuite {
        static let specs = ["Messages": MacroSpec(type: MessagesMacro.self)]
        static let attribute = "@Messages"

        // MARK: Messages

        @Test("a protocol gets an enumeration with a case for each method")
        func message() {
            expand(
                """
                @Messages
                protocol UploadObserver {
                    func uploadDidFinish(_ name: String, bytes: Int)
                    func uploadDidFail()
                }
                """,
                to: """
                    protocol UploadObserver {
                        func uploadDidFinish(_ name: String, bytes: Int)
                        func uploadDidFail()
                    }

                    nonisolated enum UploadObserverMessage: BroadcasterGeneratedMessage {
                        case uploadDidFinish(String, bytes: Int)
                        case uploadDidFail

                        @\(swiftModule)MainActor func send(to observer: any UploadObserver) {
                            switch self {
                            case .uploadDidFinish(let argument1, bytes: let argument2):
                                observer.uploadDidFinish(argument1, bytes: argument2)
                            case .uploadDidFail:
                                observer.uploadDidFail()
                            }
                        }

                        @\(swiftModule)MainActor static func makeObserver(
                            _ receive: @escaping @Sendable (Self) -> \(swiftModule)Void
                        ) -> any UploadObserver {
                            Observer(receive)
                        }

                        private typealias Receive = @Sendable (Self) -> \(swiftModule)Void

                        private final class Observer: UploadObserver {
                            private let receive: Receive

                            init(_ receive: @escaping Receive) {
                                self.receive = receive
                            }

                            func uploadDidFinish(_ argument1: String, bytes argument2: Int) {
                                receive(.uploadDidFinish(argument1, bytes: argument2))
                            }
                            func uploadDidFail() {
                                receive(.uploadDidFail)
                            }
                        }
                    }
                    """)
        }

        @Test("the message of a Sendable protocol is nonisolated, and public members are public")
        func sendable() {
            let expanded = expansion(
                "@available(iOS 16, *)\n@Messages\npublic protocol P: AnyObject, Sendable {\n    func f()\n}")
            let parts = [
                "@available(iOS 16, *)\npublic nonisolated enum PMessage: BroadcasterGeneratedSendableMessage {\n    case f\n",
                "nonisolated public func send(to observer: any P) {",
                "nonisolated public static func makeObserver(",
                """
                        // If the main actor is the default here, declare the protocol 'nonisolated'.
                        Observer(receive)
                """,
                "private final class Observer: P {",
            ]
            for part in parts { #expect(expanded.contains("\n    \(part)") || expanded.contains("\n\(part)")) }
            #expect(!expanded.contains("MainActor"))
        }

        /// A declaration, and what its message conforms to.
        @Test(
            "the inheritance, the access level and the argument decide about Sendable",
            arguments: [
                ("@Messages", "protocol P", "Message"),
                ("@Messages", "@MainActor protocol P: AnyObject", "Message"),
                ("@Messages", "protocol P: Sendable", "SendableMessage"),
                ("@Messages", "protocol P: Swift.Sendable", "SendableMessage"),
                ("@Messages", "protocol P where Self: Sendable", "SendableMessage"),
                ("@Messages(redeclaresInherited: true)", "protocol P: Q, Sendable", "SendableMessage"),
                ("@Messages(redeclaresInherited: true)", "public protocol P: Q", "Message, \(swiftModule)Sendable"),
                ("@Messages(sendable: false, redeclaresInherited: true)", "public protocol P: Q", "Message"),
                ("@Messages(redeclaresInherited: true)", "protocol P: Q", "Message"),
                ("@Messages", "protocol P: AnyObject & Sendable", "SendableMessage"),
                ("@Messages", "protocol P: (AnyObject & Sendable)", "SendableMessage"),
                ("@Messages", "protocol P: ~Copyable", "Message"),
                ("@Messages", "protocol P: class", "Message"),
                ("@Messages", "protocol `a b`", "Message"),
                ("@Messages", "public protocol P", "Message, \(swiftModule)Sendable"),
                ("@Messages(sendable: true)", "public protocol P", "Message, \(swiftModule)Sendable"),
                ("@Messages(sendable: false)", "public protocol P", "Message"),
                ("@Messages", "package protocol P", "Message"),
                ("@Messages", "fileprivate protocol P", "Message"),
                ("@Messages", "private protocol P", "Message"),
                ("@Messages", "nonisolated protocol `P`", "Message"),
            ])
        func headings(attribute: String, heading: String, protocols: String) {
            let expanded = expansion("\(attribute)\n\(heading) {\n    func f()\n}")
            let level = ["public ", "package ", "fileprivate ", "private "].first(where: heading.hasPrefix) ?? ""
            let name = heading.contains("`a b`") ? "`a bMessage`" : "PMessage"
            let expected = "\n\(level)nonisolated enum \(name): BroadcasterGenerated\(protocols) {"
            expectingNewSyntax(in: heading) { #expect(expanded.contains(expected)) }
        }

        @Test("a message, and the alias of a type that is called Channel, have the attributes that limit who sees them")
        func visibility() {
            let attributes = "@_spi(A)\n#if B\n@_documentation(visibility: internal)\n#endif\n"
            let expanded = expansion(
                "\(attributes)@MainActor @Messages public protocol P {\n    func f(_ x: Channel)\n}")
            expectingNewSyntax(in: attributes) {
                #expect(expanded.contains("\(attributes)public typealias PMessageChannel = Channel"))
                #expect(expanded.contains("\(attributes)public nonisolated enum PMessage: "))
            }
        }

        @Test("a comment says what to write if a value of a public message isn't Sendable")
        func unsendableValue() {
            let hint = "  // If a value isn't 'Sendable', write '@Messages(sendable: false)'."
            let members = "func f(_ g: @escaping () -> Void)\n func h(_ x: Int, _ error: any Error)\n func i(_ x: A)"
            let declared = expansion("@Messages public protocol P {\n \(members)\n}")
            #expect(declared.contains("case f(() -> Void)\(hint)\n"))
            #expect(declared.contains("case h(Int, any Error)\n"))
            #expect(
                declared.contains(
                    "case i(A)  // If 'A' isn't found, write 'P.A' in the protocol.\(hint.dropFirst(4))\n"))
            #expect(!expansion("@Messages(sendable: false) public protocol P {\n \(members)\n}").contains(hint))
            #expect(!expansion("@Messages protocol P {\n \(members)\n}").contains(hint))
        }

        @Test("the members of a message that is nested in a public type or extension are public")
        func nested() {
            let member = "public func send"
            let requirement = "protocol P {\n func f()\n }"
            #expect(expansion("public enum O {\n @Messages public \(requirement)\n }").contains(member))
            #expect(expansion("public extension O {\n @Messages \(requirement)\n }").contains(member))
            #expect(!expansion("enum O {\n @Messages public \(requirement)\n }").contains(member))
            #expect(!expansion("public enum O {\n @Messages \(requirement)\n }").contains(member))
            #expect(
                expansion("@Messages public protocol P {\n typealias A = Int\n func f()\n }")
                    .contains("public typealias A = Int"))
            #expect(
                expansion("@Messages public protocol P {\n @available(iOS 16, *) typealias A = Int\n func f()\n }")
                    .contains("@available(iOS 16, *)\n    public typealias A = Int"))
        }

        /// A requirement, its case, how the case is sent, and the observer's method.
        struct Part: CustomTestStringConvertible {
            let testDescription: String
            let requirement: String
            let parts: [String]

            init(_ description: String, _ requirement: String, _ parts: String...) {
                self.testDescription = description
                self.requirement = requirement
                self.parts = parts
            }
        }

        static let parts = [
            Part(
                "labels that are keywords, and parameters without a usable name",
                "func `default`(`in` place: Int, for _: Int, `inout`: Int, _ `self`: Int)",
                "case `default`(in: Int, for: Int, `inout`: Int, Int)",
                """
                case .`default`(in: let argument1, for: let argument2, `inout`: let argument3, let argument4):
                observer.`default`(in: argument1, for: argument2, `inout`: argument3, argument4)
                """,
                """
                func `default`(in argument1: Int, for argument2: Int, `inout` argument3: Int, _ argument4: Int) {
                receive(.`default`(in: argument1, for: argument2, `inout`: argument3, argument4))
                """),
            Part(
                "closures that escape", "func f(_ g: @escaping (Int) -> Void, h: @escaping @Sendable () -> Void)",
                "case f((Int) -> Void, h: @Sendable () -> Void)",
                "func f(_ argument1: @escaping (Int) -> Void, h argument2: @escaping @Sendable () -> Void) {"),
            Part(
                "closures that escape, in parentheses", "func f(_ g: (@escaping (Int) -> Void))",
                "case f((Int) -> Void)", "func f(_ argument1: (@escaping (Int) -> Void)) {"),
            Part(
                "methods that share a name",
                "func f(_ x: Int, didReach y: Int)\nfunc f(with: Int, didFail _: Int, `a b`: Int)",
                "case fDidReach(Int, Int)\ncase `fWithDidFailA b`(Int, Int, Int)",
                "case .fDidReach(let argument1, let argument2):\nobserver.f(argument1, didReach: argument2)",
                "observer.f(with: argument1, didFail: argument2, `a b`: argument3)",
                "func f(_ argument1: Int, didReach argument2: Int) {\nreceive(.fDidReach(argument1, argument2))"),
            Part(
                "methods that share a keyword as their name", "func `default`()\nfunc `default`(to x: Int, to y: Int)",
                "case `default`\ncase defaultToTo(Int, Int)", "observer.`default`(to: argument1, to: argument2)"),
            Part(
                "labels of which the compiler warns without backticks, or with them",
                "func f(let: Int, `var`: Int, `self`: Int)", "case f(`let`: Int, `var`: Int, self: Int)",
                "case .f(let: let argument1, var: let argument2, self: let argument3):",
                "func f(`let` argument1: Int, `var` argument2: Int, self argument3: Int) {",
                "receive(.f(let: argument1, var: argument2, self: argument3))"),
            Part(
                "a label and a method that are an underscore in backticks", "func f(`_`: Int, _ x: Int)\nfunc `_`()",
                "case f(`_`: Int, Int)\ncase `_`", "case .f(`_`: let argument1, let argument2):",
                "observer.f(`_`: argument1, argument2)", "func f(`_` argument1: Int, _ argument2: Int) {"),
            Part(
                "labels with the names of variables", "func f(argument1: Int, argument3: Int, argument2 x: Int)",
                "func f(argument1: Int, argument3 argument2: Int, argument2 argument3: Int) {"),
            Part(
                "a value without a value", "func f(_ x: (Never))\nfunc g()",
                "case f(Never)", "func f(_ argument1: (Never)) {\n}"),
            Part("an error that can't be thrown", "func f() throws(Never)", "case f", "func f() {"),
            Part(
                "results of no value in other words", "typealias A = (Void)\nfunc f() -> A\nfunc g() -> (())",
                "case f\ncase g"),
            Part(
                "the name of the message, which may be that of another type", "func f(_ x: PMessage)\nfunc g()",
                """
                nonisolated indirect enum PMessage: BroadcasterGeneratedMessage {  // If 'PMessage' is a type of yours, \
                rename the protocol.
                case f(PMessage)
                """, "receive(.f(argument1))\n"),
            Part(
                "types with the name of the closure's", "func f(_ x: Receive, y: Receive_)",
                "private typealias Receive__ = ", "init(_ receive: @escaping Receive__) {"),
            Part(
                "messages in messages", "func f(_ x: PMessage, _ y: Int)\nfunc g(_ x: [PMessage])\nfunc h(_ x: P)",
                "nonisolated indirect enum PMessage", "case f(PMessage, Int)", "case g([PMessage])", "case h(P)"),
            Part(
                "messages in messages, behind an alias", "typealias M = (PMessage)\nfunc f(_ x: M)\nfunc g()",
                "nonisolated indirect enum PMessage"),
            Part(
                "an alias that may stand for a closure, or may be the protocol's", "func f(_ x: A?, y: Int)",
                "case f(A?, y: Int)  // If 'A' isn't found, write 'P.A' in the protocol."),
            Part(
                "an array of an alias that may be the protocol's", "func f(_ x: [A])",
                "case f([A])  // If 'A' isn't found, write 'P.A' in the protocol."),
            Part(
                "types with the name of the channel", "func f(_ x: Channel?, y: A.Channel)\nfunc g(_: any `Channel`)",
                "typealias PMessageChannel = Channel  // If 'Channel' isn't found, write 'P.Channel' in the protocol.",
                "case f(PMessageChannel?, y: A.Channel)\ncase g(any PMessageChannel)",
                "func f(_ argument1: PMessageChannel?, y argument2: A.Channel) {"),
            Part(
                "an alias with the name of the channel",
                "typealias Channel = Int\ntypealias A = [Channel]\nfunc f(_ x: Channel, _ y: A)",
                """
                nonisolated enum PMessage: BroadcasterGeneratedMessage {
                typealias PMessageChannel = Int
                typealias A = [PMessageChannel]
                case f(PMessageChannel, A)
                """),
            Part(
                "an alias that may stand for a closure", "func f(_ x: Int, y: A)",
                "receive(.f(argument1, y: argument2))  // If 'A' is a closure, write '@escaping A' in the protocol."),
            Part(
                "closures that run on the actor of their caller",
                "func f(_ g: nonisolated(nonsending) @escaping @Sendable () async -> Int, h: (N, Int)?)\nfunc g()",
                "case f(_: nonisolated(nonsending) @Sendable () async -> Int, h: (N, Int)?)",
                "func f(_ argument1: nonisolated(nonsending) @escaping @Sendable () async -> Int, h argument2: (N, Int)?) {"
            ),
            Part(
                "closures that run on the actor of their caller, in other types",
                "func f(_ g: (nonisolated(nonsending) () async -> Void)?, h: [nonisolated(nonsending) () async -> Void])",
                "case f(_: (nonisolated(nonsending) () async -> Void)?, h: [nonisolated(nonsending) () async -> Void])"),
            Part(
                "closures that run on the actor of their caller, without their labels",
                "func f(g: nonisolated(nonsending) @escaping () async -> Void)\nfunc f()",
                "case fG(_: nonisolated(nonsending) () async -> Void)"),
            Part("optional closures", "func f(_ g: (() -> Void)?)", "case f((() -> Void)?)"),
            Part(
                "implicitly unwrapped optionals", "func f(_ x: Int!)", "case f(Int?)", "func f(_ argument1: Int!) {"),
            Part(
                "generic and existential types", "func f(_ x: [String: Set<Int>], y: any P & Q, z: (any P).Type)",
                "case f([String: Set<Int>], y: any P & Q, z: (any P).Type)"),
            Part("tuples", "func f(_ x: (Int, y: Int), _: Void)", "case f((Int, y: Int), Void)"),
            Part(
                "a result of no value", "func f(x: Int) -> Void", "case f(x: Int)",
                "func f(x argument1: Int) {\nreceive(.f(x: argument1))"),
            Part("isolation of a single method", "@MainActor func f()", "@MainActor\nfunc f() {\nreceive(.f)"),
            Part("no isolation of a single method", "nonisolated func f()", "nonisolated func f() {\nreceive(.f)"),
            Part(
                "aliases of the protocol", "typealias ID = Int\nfunc f(_ id: ID)",
                "typealias ID = Int\ncase f(ID)"),
            Part(
                "attributes of aliases", "@available(*, deprecated)\n#if A\n@B\n#endif\ntypealias ID = Int\nfunc f()",
                "@available(*, deprecated)\n#if A\n@B\n#endif\ntypealias ID = Int"),
            Part(
                "a method with the name of the property that calls", "func receive()",
                "private let receive_: Receive", "self.receive_ = receive", "func receive() {\nreceive_(.receive)"),
            Part(
                "methods with the names that the property would have next", "func `receive`()\nfunc receive_()",
                "private let receive__: Receive", "func `receive`() {\nreceive__(.`receive`)"),
            Part("a method with the name of the observer", "func Observer()", "private final class Observer_: P {"),
            Part(
                "aliases with the names that the observer would have next",
                "typealias `Observer` = Int\ntypealias Observer_ = Int\nfunc f()",
                "private final class Observer__: P {"),
            Part(
                "a type with the name of the observer", "func f(_ x: [Observer])", "private final class Observer_: P {"),
            Part(
                "conditional compilation", "func f()\n#if A\nfunc g()\n#elseif B\nfunc g(x: Int)\n#else\n#endif",
                "case f\n#if A\ncase g\n#elseif B\ncase g(x: Int)\n#else\n#endif",
                "case .f:\nobserver.f()\n#if A\ncase .g:\nobserver.g()",
                "#elseif B\nfunc g(x argument1: Int) {\nreceive(.g(x: argument1))"),
            Part(
                "conditional compilation in conditional compilation", "#if A\n#if B\nfunc f()\n#endif\n#endif",
                "#if A\n#if B\ncase f\n#endif\n#endif"),
        ]

        @Test("each kind of method becomes a case, a call and a method", arguments: parts)
        func kinds(_ part: Part) {
            let lines = expansion("@Messages\nprotocol P {\n\(part.requirement)\n}").split(separator: "\n")
                .map { $0.trimmingPrefix { $0 == " " } }.joined(separator: "\n")
            expectingNewSyntax(in: part.requirement) {
                for expected in part.parts { #expect(lines.contains(expected)) }
            }
        }

        @Test("a message names a protocol that is called Channel by an alias")
        func channel() {
            let expanded = expansion("@Messages\nprotocol Channel {\n    func f(_ x: any Channel)\n}")
            #expect(expanded.contains("\ntypealias ChannelMessageChannel = Channel\n"))
            #expect(expanded.contains("case f(any ChannelMessageChannel)\n"))
            #expect(expanded.contains("func send(to observer: any ChannelMessageChannel) {"))
            #expect(expanded.contains("class Observer: ChannelMessageChannel {"))
        }

        @Test("a protocol that is named Observer has an observer with another name")
        func observer() {
            #expect(
                expansion("@Messages\nprotocol Observer {\n    func f()\n}")
                    .contains("private final class Observer_: Observer {"))
        }

        // MARK: Diagnostics

        /// A requirement that can't be a message, and what the macro says about it.
        struct Refusal: CustomTestStringConvertible {
            let testDescription: String
            let requirement: String
            let message: String
            let column: Int
            let fixIt: String?
            let fixed: String?
            let line: Int

            /// Without a fix-it of its own, it is the last advice of the message.
            init(
                _ description: String, _ requirement: String, line: Int = 3, at column: Int, _ message: String,
                fixIt: String? = nil, fixed: String? = nil
            ) {
                self.testDescription = description
                self.requirement = requirement
                self.message = message
                self.column = column
                self.fixIt = fixed == nil ? nil : fixIt ?? message.components(separatedBy: "; ").last
                self.fixed = fixed
                self.line = line
            }

            init(
                _ description: String, _ requirement: String, line: Int = 3, at column: Int, because reason: String,
                fixIt: String? = nil, fixed: String? = nil
            ) {
                self.init(
                    description, requirement, line: line, at: column, "'f' can't be a message because \(reason)",
                    fixIt: fixIt, fixed: fixed)
            }
        }

        static let refusals = [
            Refusal(
                "a method that returns a value", "func f() -> Int", at: 14,
                because: """
                    it returns a value, and a broadcast gets no answer; move it to a protocol whose observers you call \
                    with 'Broadcaster.observers(of:)'
                    """),
            Refusal(
                "a method that throws", "func f() throws", at: 14,
                because: """
                    it can throw, and a broadcast has no caller to catch the error; remove 'throws', and handle errors \
                    in the observer
                    """),
            Refusal(
                "an async method", "func f() async", at: 14,
                because: "it is 'async', and a broadcast doesn't wait; remove 'async', and start a task in the observer"
            ),
            Refusal(
                "a static method", "static func f()", at: 5,
                because: "it is called on a type, and observers are objects; remove 'static'", fixed: "func f()"),
            Refusal(
                "a mutating method", "mutating func f()", at: 5,
                because: "it changes a value, and observers are objects; remove 'mutating'", fixed: "func f()"),
            Refusal(
                "an optional method", "optional func f()", at: 5,
                because: """
                    it may be missing in an observer; give it an empty default in an extension of the protocol; remove \
                    'optional'
                    """, fixed: "func f()"),
            Refusal(
                "a generic method", "func f<T>(_ x: T)", at: 11,
                because: "it is generic, and a case has concrete types; take a value of an 'any' type instead"),
            Refusal(
                "an opaque parameter", "func f(_ x: [some P])", at: 18,
                because: "'some' makes it generic, and a case has concrete types; take 'any P'",
                fixed: "func f(_ x: [any P])"),
            Refusal(
                "a method with its own availability", "@available(iOS 16, *) func f()", at: 5, because: availability),
            Refusal("a deprecated method", "@available(*, deprecated) func f()", at: 5, because: availability),
            Refusal(
                "a method with its own availability on some systems",
                "#if A\n    @available(iOS 16, *)\n    #endif\n    func f()", line: 4, at: 5, because: availability),
            Refusal("a property", "var x: Int { get }", at: 5, property),
            Refusal(
                "a property behind #else", "#if A\n    func f()\n    #else\n    var x: Int { get }\n    #endif",
                line: 6, at: 5, property),
            Refusal(
                "a subscript", "subscript(x: Int) -> Int { get }", at: 5,
                "a subscript can't be broadcast; move it to another protocol"),
            Refusal(
                "an initializer", "init()", at: 5,
                "an initializer can't be broadcast; move it to another protocol"),
            Refusal(
                "an associated type", "associatedtype T", at: 5,
                """
                an associated type differs between observers, but one message is sent to all of them; name a \
                concrete type
                """),
            Refusal(
                "Self", "func f(_ x: [Self])", at: 18,
                because: "'Self' differs between observers, but one message is sent to all of them; take 'any P'",
                fixed: "func f(_ x: [any P])"),
            Refusal(
                "an inout parameter", "func f(_ x: inout Int)", at: 17,
                because: "an 'inout' parameter is a variable of the caller, and a message is a value; remove 'inout'",
                fixed: "func f(_ x: Int)"),
            Refusal(
                "a consuming parameter", "func f(_ x: consuming Int)", at: 17,
                because: "one message is sent to several observers, so none of them can own it; remove 'consuming'",
                fixed: "func f(_ x: Int)"),
            Refusal(
                "a borrowing parameter", "func f(_ x: borrowing Int)", at: 17,
                """
                'f' can't be a message because a 'borrowing' parameter belongs to the caller, and a message keeps its \
                values; remove 'borrowing'; if the type isn't 'Copyable', no message can contain it: move the method to \
                a protocol whose observers you call with 'Broadcaster.observers(of:)'
                """, fixIt: "remove 'borrowing'", fixed: "func f(_ x: Int)"),
            nonescapable("Span<Int>"), nonescapable("(Swift.MutableSpan<Int>)?", "MutableSpan"),
            nonescapable("RawSpan"),
            nonescapable("A", "OutputSpan", in: "typealias A = OutputSpan<Int>; func f(_ x: A)", at: 48),
            Refusal(
                "a sending parameter", "func f(_ x: sending Int)", at: 17,
                because: "one message is sent to several observers, so none of them can own it; remove 'sending'",
                fixed: "func f(_ x: Int)"),
            Refusal(
                "an isolated parameter", "func f(_ x: isolated (any Actor)?)", at: 17,
                because: "an 'isolated' parameter isn't sent to observers; remove 'isolated'",
                fixed: "func f(_ x: (any Actor)?)"),
            Refusal(
                "a variadic parameter", "func f(_ x: Int...)", at: 17,
                because: "a case can't have variadic values; take an array", fixed: "func f(_ x: [Int])"),
            Refusal(
                "an autoclosure", "func f(_ x: @autoclosure () -> Int)", at: 17,
                because: "a case can't have an '@autoclosure'; take the value"),
            Refusal(
                "a closure that can't escape", "func f(_ x: () -> Void)", at: 17, because: escape,
                fixed: "func f(_ x: @escaping () -> Void)"),
            Refusal(
                "a Sendable closure that can't escape", "func f(_ x: (@Sendable () -> Void))", at: 17, because: escape,
                fixed: "func f(_ x: @escaping (@Sendable () -> Void))"),
            Refusal(
                "a closure that can't escape, on the actor of its caller",
                "func f(_ x: nonisolated(nonsending) () async -> Void)", at: 17, because: escape,
                fixed: "func f(_ x: nonisolated(nonsending) @escaping () async -> Void)"),
            Refusal(
                "a Sendable closure that can't escape, on the actor of its caller",
                "func f(_ x: nonisolated(nonsending) @Sendable () async -> Void)", at: 17, because: escape,
                fixed: "func f(_ x: nonisolated(nonsending) @escaping @Sendable () async -> Void)"),
            Refusal(
                "an alias of a closure that can't escape", "typealias A = (() -> Void); func f(_ x: A)", at: 45,
                because: escape, fixed: "typealias A = (() -> Void); func f(_ x: @escaping A)"),
            Refusal("two values with one label", "func f(x: Int, x y: Int)", at: 20, label),
            Refusal("two values with one label, one in backticks", "func f(`x`: Int, x y: Int)", at: 22, label),
        ]

        private static let availability =
            "the generated code that calls it can't have its availability; move the method to another protocol"
        private static let property =
            "a property can't be broadcast; move it to another protocol, or pass its value to a method"
        private static let escape = "the message would keep a closure that can't escape; add '@escaping'"
        private static let label = "another value of 'f' is labeled 'x', too; rename one of them"

        private static func nonescapable(
            _ type: String, _ name: String? = nil, in requirement: String? = nil, at column: Int = 17
        ) -> Refusal {
            let name = name ?? String(type.prefix { $0 != "<" })
            return Refusal(
                "a value that can't escape: \(type)", requirement ?? "func f(_ x: \(type))", at: column,
                """
                'f' can't be a message because a '\(name)' can't escape, and a message keeps its values; take a copy, \
                such as an array, or move the method to a protocol whose observers you call with \
                'Broadcaster.observers(of:)'; if '\(name)' is a type of yours, write 'Module.\(name)'
                """)
        }

        @Test(
            "a type of another module, or without the arguments, may have the name of one that can't escape",
            arguments: ["Span", "App.Span<Int>", "[Span<Int>]", "@escaping (Span<Int>) -> Void", "RawSpan<Int>"])
        func namedAsSpan(type: String) {
            let source = "@Messages\nprotocol P {\n    func f(_ x: \(type))\n}"
            expand(source, to: expansion(source))
        }

        @Test("a requirement that can't be a message is refused at its line", arguments: refusals)
        func refused(_ refusal: Refusal) {
            let source = "protocol P {\n    \(refusal.requirement)\n}"
            expectError(
                refusal.message, in: source, line: refusal.line, column: refusal.column, fixIt: refusal.fixIt,
                fixed: refusal.fixed.map { "protocol P {\n    \($0)\n}" })
        }

        @Test(
            "methods that would have the same case are refused, unless only one of them is compiled",
            arguments: [
                ("'f(_:)' and 'f()' would both be the case 'f'", "func f()", "func f(_ x: Int)"),
                ("'fX()' and 'f(x:)' would both be the case 'fX'", "func f(x: Int); func f()", "func fX()"),
                ("'f(_:)' and 'f()' would both be the case 'f'", "func `f`()", "func f(_ x: Int)"),
                ("'f(X:)' and 'f(x:)' would both be the case 'fX'", "func f(x: Int); func f()", "func f(X: Int)"),
                ("'f(in:)' and 'f(in:)' would both be the case 'fIn'", "func f(in: Int)", "func f(`in` x: String)"),
            ])
        func sameCase(message: String, first: String, second: String) {
            let source = "protocol P {\n    \(first)\n    \(second)\n}"
            let earlier = message.split(separator: "'")[2]
            expand(
                "@Messages\n\(source)", to: source,
                diagnostics: DiagnosticSpec(
                    message: "\(message); rename one of them", line: 4, column: 10,
                    notes: [NoteSpec(message: "'\(earlier)' is here", line: 3, column: 10)]))
            #expect(
                expansion("@Messages\nprotocol P {\n#if A\n\(first)\n#else\n\(second)\n#endif\n}").contains("case .f"))
            #expect(
                !expansion("@Messages\nprotocol P {\n\(first)\n#if A\n\(second)\n#endif\n}").contains("case .f"))
            #expect(
                !expansion("@Messages\nprotocol P {\n#if A\n\(first)\n#endif\n\(second)\n}").contains("case .f"))
        }

        @Test("the macro rejects a protocol that it is attached to twice")
        func attachedTwice() {
            expectAttachedTwice("@Messages(sendable: false)", in: "protocol P {\n    func f()\n}")
        }

        @Test(
            "an attribute that may be another global actor gets a note",
            arguments: [
                ("@Audio protocol P {\n    func f()\n}", 2, 1), ("protocol P {\n    @App.Audio func f()\n}", 3, 5),
            ])
        func otherActor(source: String, line: Int, column: Int) {
            let context = "@Messages\n\(source)"
            let expanded = expansion(context)
            #expect(expanded.contains("case f"))
            expand(
                context, to: expanded,
                diagnostics: DiagnosticSpec(
                    message: """
                        if 'Audio' is a global actor, remove it: observers are called on the main actor, or on any \
                        thread if they are 'Sendable'
                        """, line: line, column: column, severity: .note))
        }

        @Test(
            "attributes that aren't global actors get no note",
            arguments: ["@MainActor", "@Multicast", "@Mock(named: 1)", "@objc", "@available(iOS 16, *)"])
        func noOtherActor(attribute: String) {
            let source = "@Messages\n\(attribute)\nprotocol P {\n    @MainActor\n    @Sendable func f()\n}"
            expand(source, to: expansion(source))
        }

        @Test(
            "nothing of a Sendable protocol can be on the main actor",
            arguments: [
                ("@MainActor protocol P: Sendable {\n    func f()\n}", 2, 1),
                ("protocol P: Sendable {\n    @MainActor func f()\n}", 3, 5),
                ("protocol P: AnyObject & Sendable {\n    @Swift.MainActor func f()\n}", 3, 5),
                ("#if A\n@MainActor\n#endif\nprotocol P: Sendable {\n    func f()\n}", 3, 1),
            ])
        func sendableOnMainActor(source: String, line: Int, column: Int) {
            expectError(
                """
                the observers of a 'Sendable' protocol are called on any thread, so nothing in it can be on the main \
                actor; remove '@MainActor', or 'Sendable' from the protocol
                """, in: source, line: line, column: column)
        }

        @Test("an inherited protocol that the macro doesn't know is refused, without the argument")
        func unknownInheritance() {
            let source = "protocol P: AnyObject, Base, SendableMetatype where Self: Other {\n    func f()\n}"
            expand(
                "@Messages\n" + source, to: source,
                diagnostics: unknown("Base", column: 24), unknown("Other", column: 59))
        }

        private func unknown(_ name: String, column: Int) -> DiagnosticSpec {
            DiagnosticSpec(
                message: """
                    '@Messages' can't see the requirements of '\(name)', so they become no messages; declare them \
                    again in 'P', add 'Sendable' to it if '\(name)' is 'Sendable', and write \
                    '@Messages(redeclaresInherited: true)' to say that none is missing; if it is a class, remove it, \
                    because the observer that '@Messages' generates can't inherit from it
                    """, line: 2, column: column)
        }

        @Test(
            "a protocol for actors is refused, even with the argument",
            arguments: ["Actor", "DistributedActor", "Distributed.DistributedActor"],
            ["", "(redeclaresInherited: true)"])
        func actor(type: String, argument: String) {
            expectError(
                """
                '\(type)' is for actors, but the observer that '@Messages' generates is a class; an actor can receive \
                messages in a loop over 'Broadcaster.messages'
                """, "@Messages\(argument)", in: "protocol P: \(type) {\n    func f()\n}", column: 13)
        }

        @Test(
            "a protocol is refused if each message would contain another one",
            arguments: [
                "func f(_ x: PMessage)", "func f(_ x: Int, y: PMessage); func g(x: (PMessage))",
                "typealias M = PMessage; func f(_ x: M)",
            ])
        func endlessMessages(members: String) {
            let source = "protocol P {\n    \(members)\n}"
            expectError(
                """
                each message of 'P' would contain a 'PMessage', which is the type that '@Messages' generates, so none \
                could be created; if it is a type of yours, rename the protocol
                """, in: source, line: 3, column: source.contains("y:") ? 25 : source.contains("M)") ? 41 : 17)
        }

        @Test(
            "the messages of a Sendable protocol can't be declared not to be Sendable",
            arguments: [
                ("sendable: false", "P: Sendable"),
                ("sendable: false, combinesAnswers: true", "P: AnyObject & Sendable"),
                ("sendable: false", "P where Self: Swift.Sendable"),
            ])
        func sendableMessages(arguments: String, heading: String) {
            expectError(
                """
                'P' is 'Sendable', and its observers receive messages on any thread, so these are 'Sendable', too; remove \
                'sendable: false', or 'Sendable' from the protocol
                """, "@Messages(\(arguments))", in: "protocol \(heading) {\n    func f()\n}", line: 1, column: 11)
        }

        @Test(
            "a completion handler, by type or by a customary name, gets a warning unless the sender combines answers",
            arguments: [
                ("withReply reply: @escaping @Sendable (Bool) -> Void", "reply"),
                ("completion: (@MainActor (Bool) -> Void)?", "completion"),
                ("decisionHandler: @escaping Done", "decisionHandler"),
                ("_ f: @escaping (Result<Int, any Error>) -> Void", "f"),
            ])
        func answer(parameter: String, name: String) {
            let source = "protocol P {\n    func f(\(parameter))\n}"
            let attribute = "@Messages(combinesAnswers: true)"
            expand(
                "@Messages\n\(source)", to: expansion("\(attribute)\n\(source)"),
                diagnostics: DiagnosticSpec(
                    message: """
                        each observer can call '\(name)', so the sender gets several answers, or none without observers; \
                        move 'f' to a protocol whose observers you call with 'Broadcaster.observers(of:)', or write \
                        '\(attribute)' if the sender combines the answers
                        """, line: 3, column: 12, severity: .warning,
                    fixIts: [FixItSpec(message: "write '\(attribute)'")]),
                fixed: "\(attribute)\n\(source)")
            expand("\(attribute)\n\(source)", to: expansion("\(attribute)\n\(source)"))
        }

        @Test("a continuation gets a warning by its type, whose fix keeps the other arguments")
        func continuation() {
            let source = "protocol P {\n    func f(_ c: CheckedContinuation<Int, Never>)\n}"
            let attribute = "@Messages(sendable: true, combinesAnswers: true)"
            expand(
                "@Messages(sendable: true)\n\(source)", to: expansion("\(attribute)\n\(source)"),
                diagnostics: DiagnosticSpec(
                    message: """
                        each observer can resume 'c', which must be resumed exactly once; move 'f' to a protocol whose \
                        observers you call with 'Broadcaster.observers(of:)', or write \
                        '@Messages(combinesAnswers: true)' if the sender combines the answers
                        """, line: 3, column: 12, severity: .warning,
                    fixIts: [FixItSpec(message: "write '\(attribute)'")]))
        }

        @Test(
            "a protocol without a method that can be called is refused",
            arguments: ["", "    func f(_ x: Never)\n", "    func f(_ x: Never, reply: @escaping () -> Void)\n"])
        func noMethods(members: String) {
            expectError("'P' requires no method, so it has no messages", in: "protocol P {\n\(members)}", column: 10)
        }

        @Test("anything else than a protocol is refused")
        func noProtocol() {
            expand(
                "/// A type.\n@Messages\nclass C {\n}", to: "/// A type.\nclass C {\n}",
                diagnostics: DiagnosticSpec(
                    message: """
                        '@Messages' can only be attached to a protocol; each method that the protocol requires becomes \
                        a case
                        """, line: 2, column: 1, fixIts: [FixItSpec(message: "remove '@Messages'")]),
                fixed: "/// A type.\nclass C {\n}")
        }

        @Test("an argument that isn't a literal is refused")
        func notALiteral() {
            expectError(
                "a macro sees only the source; write 'true' or 'false'", "@Messages(sendable: isSendable)",
                in: "protocol P {\n    func f()\n}", line: 1, column: 21)
        }

        @Test(
            "a protocol in a function is refused, even in a method of a type",
            arguments: [("", ""), ("enum O { ", "\n}")])
        func local(start: String, end: String) {
            let source = "\(start)func g() {\n    protocol P {\n        func f()\n    }\n}\(end)"
            expand(
                source.replacing("protocol", with: "@Messages protocol"), to: source,
                diagnostics: DiagnosticSpec(
                    message: """
                        the code around a local protocol can't see what a macro generates beside it; move 'P' out of the \
                        function
                        """, line: 2, column: 24))
        }
    }
#endif
