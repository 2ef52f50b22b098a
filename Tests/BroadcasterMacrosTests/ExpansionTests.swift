#if Macros
    import SwiftSyntaxMacroExpansion
    import SwiftSyntaxMacrosGenericTestSupport
    import Testing

    @testable import BroadcasterMacros

    /// What the macro writes, and what it says where it writes nothing.
    @Suite("Expansion", .timeLimit(.minutes(1)))
    struct ExpansionTests {
        // MARK: Forwarders

        /// A requirement, and the forwarder that is written for it.
        struct Shape: CustomTestStringConvertible {
            let testDescription: String
            let requirement: String
            let forwarder: String

            init(_ description: String, _ requirement: String, _ forwarder: String) {
                self.testDescription = description
                self.requirement = requirement
                self.forwarder = forwarder
            }
        }

        static let shapes = [
            Shape(
                "no parameter", "func f()",
                """
                func f() {
                    self.invoke {
                        $0.f()
                    }
                }
                """),
            Shape(
                "one parameter", "func f(x: Int)",
                """
                func f(x: Int) {
                    self.invoke {
                        $0.f(x: x)
                    }
                }
                """),
            Shape(
                "many parameters, labelled and not", "func f(_ x: Int, y z: Int, w: [Int: String]) -> Void",
                """
                func f(_ x: Int, y z: Int, w: [Int: String]) -> Void {
                    self.invoke {
                        $0.f(x, y: z, w: w)
                    }
                }
                """),
            Shape(
                "parameters without a name that can be used", "func f(_: Int, in: Int, y _: Int, _ `self`: Int) -> ()",
                """
                func f(_ argument1: Int, in argument2: Int, y argument3: Int, _ argument4: Int) -> () {
                    self.invoke {
                        $0.f(argument1, in: argument2, y: argument3, argument4)
                    }
                }
                """),
            Shape(
                "names that are taken", "func f(argument2: Int, _: Int, argument3: Int, argument3 argument2: Int)",
                """
                func f(argument2: Int, _ argument2_: Int, argument3: Int, argument3 argument4: Int) {
                    self.invoke {
                        $0.f(argument2: argument2, argument2_, argument3: argument3, argument3: argument4)
                    }
                }
                """),
            Shape(
                "backticked names", "func `default`(`in` x: Int, `inout` y: Int)",
                """
                func `default`(`in` x: Int, `inout` y: Int) {
                    self.invoke {
                        $0.`default`(in: x, `inout`: y)
                    }
                }
                """),
            Shape(
                "inout and borrowing", "func f(x: inout Int, y: borrowing String)",
                """
                func f(x: inout Int, y: borrowing String) {
                    self.invoke {
                        $0.f(x: &x, y: y)
                    }
                }
                """),
            Shape(
                "closures", "func f(_ g: () -> Void, h: @escaping @Sendable () -> Void, i: (@MainActor () -> Void)?)",
                """
                func f(_ g: () -> Void, h: @escaping @Sendable () -> Void, i: (@MainActor () -> Void)?) {
                    self.invoke {
                        $0.f(g, h: h, i: i)
                    }
                }
                """),
            Shape(
                "autoclosures", "func f(_ x: @autoclosure () -> Int, y: @autoclosure @escaping () async throws -> Int)",
                """
                func f(_ x: @autoclosure () -> Int, y: @autoclosure @escaping () async throws -> Int) {
                    self.invoke {
                        $0.f(x(), y: try await y())
                    }
                }
                """),
            Shape(
                "generics", "func f<T: Sequence, U>(_ t: T, u: some Collection<U>) where T.Element == U",
                """
                func f<T: Sequence, U>(_ t: T, u: some Collection<U>) where T.Element == U {
                    self.invoke {
                        $0.f(t, u: u)
                    }
                }
                """),
            Shape(
                "parameter packs", "func f<each T>(_ t: repeat each T)",
                """
                func f<each T>(_ t: repeat each T) {
                    self.invoke {
                        $0.f(repeat each t)
                    }
                }
                """),
            Shape(
                "throws", "func f() throws",
                """
                func f() throws {
                    try self.invoke {
                        try $0.f()
                    }
                }
                """),
            Shape(
                "rethrows", "func f(_ g: () throws -> Void) rethrows",
                """
                func f(_ g: () throws -> Void) rethrows {
                    try self.invoke {
                        try $0.f(g)
                    }
                }
                """),
            Shape(
                "throws one type", "func f() throws(Stop)",
                """
                func f() throws(Stop) {
                    for delegate in self {
                        try delegate.f()
                    }
                }
                """),
            Shape(
                "async", "func f(delegate: Int) async",
                """
                func f(delegate: Int) async {
                    for delegate_ in self {
                        await delegate_.f(delegate: delegate)
                    }
                }
                """),
            Shape(
                "async and throws", "func f() async throws",
                """
                func f() async throws {
                    for delegate in self {
                        try await delegate.f()
                    }
                }
                """),
            Shape(
                "isolation", "@MainActor func f(); nonisolated func g(); nonisolated(nonsending) func h() async",
                """
                @MainActor
                func f() {
                    self.invoke {
                        $0.f()
                    }
                }
                nonisolated func g() {
                    self.invoke {
                        $0.g()
                    }
                }
                nonisolated(nonsending) func h() async {
                    for delegate in self {
                        await delegate.h()
                    }
                }
                """),
            Shape(
                "availability", "@available(iOS 16, *) @available(*, deprecated) func f()",
                """
                @available(iOS 16, *)
                @available(*, deprecated)
                func f() {
                    self.invoke {
                        $0.f()
                    }
                }
                """),
            Shape(
                "what values may do and objects needn't say",
                "nonmutating func f(); borrowing func g(); override func h()",
                """
                func f() {
                    self.invoke {
                        $0.f()
                    }
                }
                func g() {
                    self.invoke {
                        $0.g()
                    }
                }
                func h() {
                    self.invoke {
                        $0.h()
                    }
                }
                """),
            Shape(
                "conditions", "#if os(iOS)\n    func f()\n    #else\n    func g()\n    #endif",
                """
                #if os(iOS)
                func f() {
                    self.invoke {
                        $0.f()
                    }
                }
                #else
                func g() {
                    self.invoke {
                        $0.g()
                    }
                }
                #endif
                """),
        ]

        @Test("a requirement that returns nothing is forwarded", arguments: shapes)
        func forwarder(shape: Shape) {
            expand(
                """
                @Multicast
                protocol P: AnyObject {
                    \(shape.requirement)
                }
                """,
                to: """
                    protocol P: AnyObject {
                        \(shape.requirement)
                    }

                    extension P where Self: MulticastDelegate<any P> {
                    \(indented(shape.forwarder))
                    }
                    """)
        }

        @Test(
            "answers are the class's business, and other declarations require nothing",
            arguments: [
                "func f() -> Int", "func f(_ x: Self...) -> Int", "associatedtype A = Int", "typealias A = Int",
            ])
        func nothing(member: String) {
            let source = "protocol P: AnyObject {\n    \(member)\n}"
            expand("@Multicast\n" + source, to: source)
        }

        // MARK: Protocols

        private static let f = """
            func f() {
                self.invoke {
                    $0.f()
                }
            }
            """

        @Test(
            "forwarders are as open as the protocol is",
            arguments: [
                ("public", "public "), ("package", "package "), ("internal", ""), ("fileprivate", ""), ("private", ""),
            ])
        func access(level: String, forwarderLevel: String) {
            expand(
                "@Multicast\n\(level) protocol P: AnyObject {\n    func f()\n}",
                to: """
                    \(level) protocol P: AnyObject {
                        func f()
                    }

                    extension P where Self: MulticastDelegate<any P> {
                    \(indented(forwarderLevel + Self.f))
                    }
                    """)
        }

        @Test(
            "forwarders are no more open than the types that the protocol is nested in",
            arguments: [
                ("enum O", "public protocol", ""), ("public enum O", "public protocol", "public "),
                ("public enum O", "protocol", ""), ("open class O", "public protocol", "public "),
                ("package enum O", "public protocol", "package "), ("private enum O", "public protocol", ""),
                ("public extension O", "protocol", "public "), ("extension O", "public protocol", "public "),
                ("extension O", "protocol", ""), ("public extension O", "fileprivate protocol", ""),
            ])
        func nestedAccess(outer: String, inner: String, forwarderLevel: String) {
            expand(
                "\(outer) {\n    @Multicast\n    \(inner) P: AnyObject {\n        func f()\n    }\n}",
                to: """
                    \(outer) {
                        \(inner) P: AnyObject {
                            func f()
                        }
                    }

                    extension O.P where Self: MulticastDelegate<any O.P> {
                    \(indented(forwarderLevel + Self.f))
                    }
                    """)
        }

        @Test(
            "protocols that are for classes by what they inherit, or by their where clause",
            arguments: [
                "P: Base", "P: Sendable, Base", "P: NSObjectProtocol", "P<A>: AnyObject", "P where Self: AnyObject",
                "P: Sendable where Self: Screen",
            ])
        func forClasses(heading: String) {
            expand(
                "@Multicast\nprotocol \(heading) {\n    func f()\n}",
                to: """
                    protocol \(heading) {
                        func f()
                    }

                    extension P where Self: MulticastDelegate<any P> {
                    \(indented(Self.f))
                    }
                    """)
        }

        @Test("forwarders are available where the protocol is, and the type that it is nested in")
        func availability() {
            expand(
                """
                @available(iOS 16, *)
                @MainActor
                @available(*, deprecated)
                @Multicast
                protocol P: AnyObject {
                    func f()
                }
                """,
                to: """
                    @available(iOS 16, *)
                    @MainActor
                    @available(*, deprecated)
                    protocol P: AnyObject {
                        func f()
                    }

                    @available(iOS 16, *)
                    @available(*, deprecated)
                    extension P where Self: MulticastDelegate<any P> {
                    \(indented(Self.f))
                    }
                    """)
            expand(
                """
                @available(iOS 16, *)
                enum O {
                    @available(macOS 14, *)
                    @Multicast
                    protocol P: AnyObject {
                        func f()
                    }
                }
                """,
                to: """
                    @available(iOS 16, *)
                    enum O {
                        @available(macOS 14, *)
                        protocol P: AnyObject {
                            func f()
                        }
                    }

                    @available(macOS 14, *)
                    @available(iOS 16, *)
                    extension O.P where Self: MulticastDelegate<any O.P> {
                    \(indented(Self.f))
                    }
                    """)
        }

        // MARK: Notes

        /// A requirement that isn't forwarded, the column of its note, and the requirement as its fix-it mends it.
        struct Refusal: CustomTestStringConvertible {
            let requirement: String
            let column: Int
            let message: String
            var fixIt: String?
            var mended: String?

            var testDescription: String { requirement }
        }

        private static let itself = "the class that stands in writes it itself"
        private static let orItself = "or let the class that stands in write it itself"

        static let refusals = [
            Refusal(
                requirement: "var x: Int { get }", column: 5,
                message: "property requirements are not forwarded: the class that stands in writes this one itself"),
            Refusal(
                requirement: "static var x: Int { get }", column: 5,
                message: "property requirements are not forwarded: the class that stands in writes this one itself"),
            Refusal(
                requirement: "subscript(x: Int) -> Int { get }", column: 5,
                message: "subscript requirements are not forwarded: the class that stands in writes this one itself"),
            Refusal(
                requirement: "init(x: Int)", column: 5,
                message: "initializer requirements are not forwarded: the class that stands in writes this one itself"),
            Refusal(
                requirement: "static func f()", column: 5,
                message: "'f' is not forwarded, for it is asked of types, and delegates are objects: \(itself)"),
            Refusal(
                requirement: "@MainActor static func << (x: Self, y: Int)", column: 16,
                message: "'<<' is not forwarded, for it is asked of types, and delegates are objects: \(itself)"),
            Refusal(
                requirement: "func f(_ x: Self)", column: 17,
                message:
                    "'f' is not forwarded, for 'Self' differs from delegate to delegate: take 'any P', \(orItself)",
                fixIt: "take 'any P'", mended: "func f(_ x: any P)"),
            Refusal(
                requirement: "func f(_ x: [Self])", column: 18,
                message: "'f' is not forwarded, for 'Self' differs from delegate to delegate: \(itself)"),
            Refusal(
                requirement: "associatedtype A; func f(_ x: (A) -> Void)", column: 36,
                message: "'f' is not forwarded, for 'A' differs from delegate to delegate: \(itself)"),
            Refusal(
                requirement: "associatedtype A; func f(_ x: Self.A)", column: 35,
                message: "'f' is not forwarded, for 'Self' differs from delegate to delegate: \(itself)"),
            Refusal(
                requirement: "associatedtype A; typealias B = [A]; func f(_ x: B?)", column: 54,
                message: "'f' is not forwarded, for 'B' differs from delegate to delegate: \(itself)"),
            Refusal(
                requirement: "associatedtype A; func f<T: Sequence>(_ x: T) where T.Element == A", column: 70,
                message: "'f' is not forwarded, for 'A' differs from delegate to delegate: \(itself)"),
            Refusal(
                requirement: "associatedtype A; func f<T: Sequence<A>>(_ x: T)", column: 42,
                message: "'f' is not forwarded, for 'A' differs from delegate to delegate: \(itself)"),
            Refusal(
                requirement: "associatedtype A: Error; func f() throws(A)", column: 46,
                message: "'f' is not forwarded, for 'A' differs from delegate to delegate: \(itself)"),
            Refusal(
                requirement: "func f(_ x: consuming String, y: Int)", column: 17,
                message: "'f' is not forwarded, for a 'consuming' parameter can be given to one only, and not to each "
                    + "delegate: remove 'consuming', \(orItself)",
                fixIt: "remove 'consuming'", mended: "func f(_ x: String, y: Int)"),
            Refusal(
                requirement: "func f(_ x: sending String)", column: 17,
                message: "'f' is not forwarded, for a 'sending' parameter can be given to one only, and not to each "
                    + "delegate: remove 'sending', \(orItself)",
                fixIt: "remove 'sending'", mended: "func f(_ x: String)"),
            Refusal(
                requirement: "func f(_ x: String..., y: Int)", column: 17,
                message: "'f' is not forwarded, for variadic arguments can't be handed on: take an array, \(orItself)",
                fixIt: "take an array", mended: "func f(_ x: [String], y: Int)"),
        ]

        @Test("what isn't forwarded gets a note, and a fix-it where one edit mends it", arguments: refusals)
        func note(refusal: Refusal) {
            func source(_ requirement: String) -> String {
                "protocol P: AnyObject {\n    \(requirement)\n}"
            }
            expand(
                "@Multicast\n" + source(refusal.requirement),
                to: source(refusal.requirement),
                saying: DiagnosticSpec(
                    message: refusal.message, line: 3, column: refusal.column, severity: .note,
                    fixIts: refusal.fixIt.map { [FixItSpec(message: $0)] } ?? []),
                mending: refusal.mended.map { "@Multicast\n" + source($0) })
        }

        @Test("a generic parameter hides an associated type of the same name")
        func hiddenAssociatedType() {
            expand(
                "@Multicast\nprotocol P: AnyObject {\n    associatedtype A\n    func f<A>(_ x: A)\n}",
                to: """
                    protocol P: AnyObject {
                        associatedtype A
                        func f<A>(_ x: A)
                    }

                    extension P where Self: MulticastDelegate<any P> {
                        func f<A>(_ x: A) {
                            self.invoke {
                                $0.f(x)
                            }
                        }
                    }
                    """)
        }

        // MARK: Errors

        @Test(
            "only protocols can have forwarders",
            arguments: ["final class C {}", "struct S {}", "enum E {}", "actor A {}"])
        func notAProtocol(declaration: String) {
            expand(
                "/// What it is.\n@Multicast\n\(declaration)", to: "/// What it is.\n\(declaration)",
                saying: DiagnosticSpec(
                    message:
                        "'@Multicast' forwards what a protocol requires, and this is no protocol: attach it to the "
                        + "delegate protocol",
                    line: 2, column: 1, fixIts: [FixItSpec(message: "remove '@Multicast'")]),
                mending: "/// What it is.\n\(declaration)")
        }

        @Test(
            "only protocols for classes can",
            arguments: [
                ("P {", "P: AnyObject {"), ("P{", "P: AnyObject{"), ("P<A> {", "P<A>: AnyObject {"),
                ("P: Sendable {", "P: AnyObject, Sendable {"),
                ("P where Self: Sendable {", "P: AnyObject where Self: Sendable {"),
            ])
        func notForClasses(heading: String, mended: String) {
            func source(_ heading: String) -> String { "protocol \(heading)\n    func f()\n}" }
            expand(
                "@Multicast\n" + source(heading), to: source(heading),
                saying: DiagnosticSpec(
                    message:
                        "'P' is not only for classes, and delegates are held weakly, which values can't be: let it "
                        + "inherit 'AnyObject'",
                    line: 2, column: 10, fixIts: [FixItSpec(message: "add 'AnyObject'")]),
                mending: "@Multicast\n" + source(mended))
        }

        @Test("a protocol for actors can't")
        func actor() {
            expand(
                "@Multicast\nprotocol P: Actor {\n    func f()\n}", to: "protocol P: Actor {\n    func f()\n}",
                saying: DiagnosticSpec(
                    message: "'P' is for actors, and the stand-in is a class: register the actors for 'P' with a "
                        + "'Broadcaster', or keep them in a 'WeakObjectSet'",
                    line: 2, column: 13))
        }

        @Test("a protocol for Objective-C can't")
        func objectiveC() {
            expand(
                "@Multicast\n@objc protocol P: AnyObject {\n    func f()\n}",
                to: "@objc protocol P: AnyObject {\n    func f()\n}",
                saying: DiagnosticSpec(
                    message: "methods of an extension don't fulfil an '@objc' protocol: remove '@objc', or write the "
                        + "stand-in by hand with 'invoke'",
                    line: 2, column: 1, fixIts: [FixItSpec(message: "remove '@objc'")]),
                mending: "@Multicast\nprotocol P: AnyObject {\n    func f()\n}")
        }

        private static let hidden =
            "the forwarders stand outside of the type that the protocol is nested in, where what is 'private' in it can't "
            + "be seen: make it 'fileprivate'"

        @Test("a private protocol in a type can't")
        func hidden() {
            func source(_ level: String) -> String {
                "enum O {\n    @Multicast\n    \(level) protocol P: AnyObject {\n    }\n}"
            }
            expand(
                source("private"), to: "enum O {\n    private protocol P: AnyObject {\n    }\n}",
                saying: DiagnosticSpec(
                    message: Self.hidden, line: 3, column: 5, fixIts: [FixItSpec(message: "make it 'fileprivate'")]),
                mending: source("fileprivate"))
        }

        @Test("a protocol in a private type in a type can't")
        func hiddenOutside() {
            expand(
                """
                enum O {
                    private enum Q {
                        @Multicast
                        protocol P: AnyObject {
                        }
                    }
                }
                """,
                to: """
                    enum O {
                        private enum Q {
                            protocol P: AnyObject {
                            }
                        }
                    }
                    """,
                saying: DiagnosticSpec(message: Self.hidden, line: 3, column: 9))
        }

        @Test("what mutates can't be forwarded to objects")
        func mutating() {
            expand(
                "@Multicast\nprotocol P: Base {\n    mutating func f()\n}",
                to: "protocol P: Base {\n    mutating func f()\n}",
                saying: DiagnosticSpec(
                    message: "what mutates is a value, and delegates are objects: remove 'mutating'", line: 3,
                    column: 5,
                    fixIts: [FixItSpec(message: "remove 'mutating'")]),
                mending: "@Multicast\nprotocol P: Base {\n    func f()\n}")
        }

        @Test(
            "what every multicast delegate has can't be a requirement",
            arguments: [
                ("removeAll", "()"), ("removeAll", "() async throws"), ("add", "(_ x: any P)"), ("remove", "(_: P)"),
            ])
        func taken(name: String, signature: String) {
            let source = "protocol P: AnyObject {\n    func \(name)\(signature)\n}"
            expand(
                "@Multicast\n" + source, to: source,
                saying: DiagnosticSpec(
                    message:
                        "'\(name)' like this is a method of every 'MulticastDelegate', which changes who the delegates "
                        + "are, and would be called in place of a forwarder: give the requirement another name",
                    line: 3, column: 10))
        }

        @Test("what is only named like a member of a multicast delegate is forwarded")
        func notTaken() {
            expand(
                "@Multicast\nprotocol P: AnyObject {\n    func add(_ x: Int)\n    func remove(x: any P)\n}",
                to: """
                    protocol P: AnyObject {
                        func add(_ x: Int)
                        func remove(x: any P)
                    }

                    extension P where Self: MulticastDelegate<any P> {
                        func add(_ x: Int) {
                            self.invoke {
                                $0.add(x)
                            }
                        }
                        func remove(x: any P) {
                            self.invoke {
                                $0.remove(x: x)
                            }
                        }
                    }
                    """)
        }

        // MARK: Helpers

        private func expand(
            _ source: String, to expanded: String, saying diagnostics: DiagnosticSpec..., mending mended: String? = nil,
            at location: Testing.SourceLocation = #_sourceLocation
        ) {
            assertMacroExpansion(
                source, expandedSource: expanded, diagnostics: diagnostics,
                macroSpecs: ["Multicast": MacroSpec(type: MulticastMacro.self)],
                applyFixIts: mended == nil ? nil : diagnostics.flatMap { $0.fixIts.map(\.message) },
                fixedSource: mended,
                failureHandler: { Issue.record("\($0.message)", sourceLocation: location) })
        }

        private func indented(_ text: String) -> String {
            text.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
        }
    }
#endif
