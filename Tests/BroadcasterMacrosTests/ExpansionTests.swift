#if Macros
    import SwiftSyntaxMacroExpansion
    import SwiftSyntaxMacrosGenericTestSupport
    import Testing

    @testable import BroadcasterMacros

    /// The source that the macro generates and the diagnostics that it emits.
    @Suite("Expansion of @Multicast", .timeLimit(.minutes(10)))
    struct ExpansionTests {
        // MARK: Forwarders

        /// A requirement and its forwarder.
        struct Forwarding: CustomTestStringConvertible {
            let testDescription: String
            let requirement: String
            let forwarder: String

            init(_ description: String, _ requirement: String, _ forwarder: String) {
                self.testDescription = description
                self.requirement = requirement
                self.forwarder = forwarder
            }
        }

        static let forwardings = [
            Forwarding(
                "no parameter", "func f()",
                """
                func f() {
                    for delegate in self {
                        delegate.f() as ()
                    }
                }
                """),
            Forwarding(
                "one parameter", "func f(x: Int)",
                """
                func f(x: Int) {
                    for delegate in self {
                        delegate.f(x: x) as ()
                    }
                }
                """),
            Forwarding(
                "a result of no value", "func f() -> Swift.Void",
                """
                func f() -> Swift.Void {
                    for delegate in self {
                        delegate.f() as ()
                    }
                }
                """),
            Forwarding(
                "several parameters with and without labels", "func f(_ x: Int, y z: Int, w: [Int: String]) -> Void",
                """
                func f(_ x: Int, y z: Int, w: [Int: String]) -> Void {
                    for delegate in self {
                        delegate.f(x, y: z, w: w) as ()
                    }
                }
                """),
            Forwarding(
                "parameters without a usable name", "func f(_: Int, in: Int, y _: Int, _ `self`: Int) -> ()",
                """
                func f(_ argument1: Int, in argument2: Int, y argument3: Int, _ argument4: Int) -> () {
                    for delegate in self {
                        delegate.f(argument1, in: argument2, y: argument3, argument4) as ()
                    }
                }
                """),
            Forwarding(
                "parameter names that collide",
                "func f(argument2: Int, _: Int, argument3: Int, argument3 argument2: Int)",
                """
                func f(argument2: Int, _ argument2_: Int, argument3: Int, argument3 argument4: Int) {
                    for delegate in self {
                        delegate.f(argument2: argument2, argument2_, argument3: argument3, argument3: argument4) as ()
                    }
                }
                """),
            Forwarding(
                "parameter names that the forwarder uses itself",
                "func f(delegate_: Int, _ delegate: Int, await: Int, argument4: Int, _: Int) async",
                """
                func f(delegate_: Int, _ delegate: Int, await argument3: Int, argument4: Int, _ argument5: Int) async {
                    for delegate__ in self {
                        await delegate__.f(delegate_: delegate_, delegate, await: argument3, argument4: argument4, argument5) as ()
                    }
                }
                """),
            Forwarding(
                "names in backticks", "func `default`(`in` x: Int, `inout` y: Int, `two words` z: Int)",
                """
                func `default`(`in` x: Int, `inout` y: Int, `two words` z: Int) {
                    for delegate in self {
                        delegate.`default`(in: x, `inout`: y, `two words`: z) as ()
                    }
                }
                """),
            Forwarding(
                "inout and borrowing", "func f(x: inout Int, y: borrowing String)",
                """
                func f(x: inout Int, y: borrowing String) {
                    for delegate in self {
                        delegate.f(x: &x, y: y) as ()
                    }
                }
                """),
            Forwarding(
                "closures", "func f(_ g: () -> Void, h: @escaping @Sendable () -> Void, i: (@MainActor () -> Void)?)",
                """
                func f(_ g: () -> Void, h: @escaping @Sendable () -> Void, i: (@MainActor () -> Void)?) {
                    for delegate in self {
                        delegate.f(g, h: h, i: i) as ()
                    }
                }
                """),
            Forwarding(
                "autoclosures", "func f(_ x: @autoclosure () -> Int, y: @autoclosure @escaping () async throws -> Int)",
                """
                func f(_ x: @autoclosure () -> Int, y: @autoclosure @escaping () async throws -> Int) {
                    for delegate in self {
                        delegate.f(x(), y: try await y()) as ()
                    }
                }
                """),
            Forwarding(
                "generics", "func f<T: Sequence, U>(_ t: T, u: some Collection<U>) where T.Element == U",
                """
                func f<T: Sequence, U>(_ t: T, u: some Collection<U>) where T.Element == U {
                    for delegate in self {
                        delegate.f(t, u: u) as ()
                    }
                }
                """),
            Forwarding(
                "parameter packs", "func f<each T>(_ t: repeat each T)",
                """
                func f<each T>(_ t: repeat each T) {
                    for delegate in self {
                        delegate.f(repeat each t) as ()
                    }
                }
                """),
            Forwarding(
                "throws", "func f() throws",
                """
                func f() throws {
                    for delegate in self {
                        try delegate.f() as ()
                    }
                }
                """),
            Forwarding(
                "rethrows", "func f(_ g: () throws -> Void) rethrows",
                """
                func f(_ g: () throws -> Void) rethrows {
                    for delegate in self {
                        try delegate.f(g) as ()
                    }
                }
                """),
            Forwarding(
                "typed throws", "func f() throws(Stop)",
                """
                func f() throws(Stop) {
                    for delegate in self {
                        try delegate.f() as ()
                    }
                }
                """),
            Forwarding(
                "async", "func f(delegate: Int) async",
                """
                func f(delegate: Int) async {
                    for delegate_ in self {
                        await delegate_.f(delegate: delegate) as ()
                    }
                }
                """),
            Forwarding(
                "async and throws", "func f() async throws",
                """
                func f() async throws {
                    for delegate in self {
                        try await delegate.f() as ()
                    }
                }
                """),
            Forwarding(
                "isolation of a requirement",
                "@MainActor func f(); nonisolated func g(); nonisolated(nonsending) func h() async",
                """
                @MainActor
                func f() {
                    for delegate in self {
                        delegate.f() as ()
                    }
                }
                nonisolated func g() {
                    for delegate in self {
                        delegate.g() as ()
                    }
                }
                nonisolated(nonsending) func h() async {
                    for delegate in self {
                        await delegate.h() as ()
                    }
                }
                """),
            Forwarding(
                "availability", "@available(iOS 16, *) @available(*, deprecated) func f()",
                """
                @available(iOS 16, *)
                @available(*, deprecated)
                func f() {
                    for delegate in self {
                        delegate.f() as ()
                    }
                }
                """),
            Forwarding(
                "modifiers that an extension method of a class doesn't need",
                "nonmutating func f(); borrowing func g(); override func h()",
                """
                func f() {
                    for delegate in self {
                        delegate.f() as ()
                    }
                }
                func g() {
                    for delegate in self {
                        delegate.g() as ()
                    }
                }
                func h() {
                    for delegate in self {
                        delegate.h() as ()
                    }
                }
                """),
            Forwarding(
                "conditional compilation", "#if os(iOS)\n    func f()\n    #else\n    func g()\n    #endif",
                """
                #if os(iOS)
                func f() {
                    for delegate in self {
                        delegate.f() as ()
                    }
                }
                #else
                func g() {
                    for delegate in self {
                        delegate.g() as ()
                    }
                }
                #endif
                """),
        ]

        @Test("a method that returns nothing is forwarded", arguments: forwardings)
        func forwarder(forwarding: Forwarding) {
            expand(
                """
                @Multicast
                protocol P: AnyObject {
                    \(forwarding.requirement)
                }
                """,
                to: """
                    protocol P: AnyObject {
                        \(forwarding.requirement)
                    }

                    extension P where Self: MulticastDelegate<any P> {
                    \(indented(forwarding.forwarder))
                    }
                    """)
        }

        @Test(
            "methods that return a value, associated types and type aliases get no forwarder and no note",
            arguments: [
                "func f() -> Int", "func f(_ x: Self...) -> Int", "associatedtype A = Int", "typealias A = Int",
            ])
        func noForwarder(member: String) {
            let source = "protocol P: AnyObject {\n    \(member)\n}"
            expand("@Multicast\n" + source, to: source)
        }

        // MARK: Protocols

        private static let f = """
            func f() {
                for delegate in self {
                    delegate.f() as ()
                }
            }
            """

        @Test(
            "forwarders of public and package protocols state the access level, and need no public import",
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

                    extension P where \(constraint(on: "P", forwarderLevel)) {
                    \(indented(forwarderLevel + Self.f))
                    }
                    """)
        }

        @Test(
            "forwarders are at most as accessible as the types around the protocol",
            arguments: [
                ("enum O", "public protocol", ""), ("public enum O", "public protocol", "public "),
                ("public enum O", "protocol", ""), ("open class O", "public protocol", "public "),
                ("package enum O", "public protocol", "package "), ("private enum O", "public protocol", ""),
                ("public extension O", "protocol", "public "), ("extension O", "public protocol", "public "),
                ("extension O", "protocol", ""), ("public extension O", "fileprivate protocol", ""),
                ("public extension O", "internal protocol", ""), ("package extension O", "protocol", "package "),
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

                    extension O.P where \(constraint(on: "O.P", forwarderLevel)) {
                    \(indented(forwarderLevel + Self.f))
                    }
                    """)
        }

        @Test(
            "a protocol can be class-bound through what it inherits or through its where clause",
            arguments: [
                "P: Base", "P: Sendable, Base", "P: NSObjectProtocol", "P<A>: AnyObject", "P where Self: AnyObject",
                "P: Sendable where Self: Screen", "P<A>: AnyObject where A: Actor",
            ])
        func classBound(heading: String) {
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

        @Test("forwarders have the availability of the protocol and of the types around it")
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

        @Test(
            "forwarders of a nonisolated protocol are nonisolated",
            arguments: [("nonisolated ", "nonisolated "), ("@MainActor ", ""), ("", "")])
        func isolation(heading: String, modifier: String) {
            expand(
                "@Multicast \(heading)protocol P: AnyObject {\n    func f()\n}",
                to: """
                    \(heading)protocol P: AnyObject {
                        func f()
                    }

                    \(modifier)extension P where Self: MulticastDelegate<any P> {
                    \(indented(Self.f))
                    }
                    """)
        }

        @Test(
            "forwarders of a nested protocol are nonisolated if a type around it is, and no global actor intervenes",
            arguments: [
                ("nonisolated enum O", "", "nonisolated "), ("nonisolated enum O", "@MainActor ", ""),
                ("nonisolated extension O", "", ""), ("@MainActor enum O", "nonisolated ", "nonisolated "),
                ("@MainActor enum O", "", ""), ("nonisolated enum O", "@preconcurrency ", "nonisolated "),
                ("nonisolated enum O", "@Messages ", "nonisolated "),
                ("nonisolated enum O", "@dynamicMemberLookup ", "nonisolated "), ("nonisolated enum O", "@_DB ", ""),
            ])
        func nestedIsolation(outer: String, inner: String, modifier: String) {
            expand(
                "\(outer) {\n    @Multicast\n    \(inner)protocol P: AnyObject {\n        func f()\n    }\n}",
                to: """
                    \(outer) {
                        \(inner)protocol P: AnyObject {
                            func f()
                        }
                    }

                    \(modifier)extension O.P where Self: MulticastDelegate<any O.P> {
                    \(indented(Self.f))
                    }
                    """)
        }

        // MARK: Notes

        /// A requirement that isn't forwarded, the column of its note, and the requirement after its fix-it.
        struct Note: CustomTestStringConvertible {
            let requirement: String
            let column: Int
            let message: String
            var fixIt: String?
            var fixed: String?

            var testDescription: String { requirement }
        }

        private static let implementIt = "implement it in the stand-in class"

        static let notes = [
            Note(
                requirement: "var x: Int { get }", column: 5,
                message: "property requirements are not forwarded; implement this one in the stand-in class"),
            Note(
                requirement: "static var x: Int { get }", column: 5,
                message: "property requirements are not forwarded; implement this one in the stand-in class"),
            Note(
                requirement: "subscript(x: Int) -> Int { get }", column: 5,
                message: "subscript requirements are not forwarded; implement this one in the stand-in class"),
            Note(
                requirement: "init(x: Int)", column: 5,
                message: "initializer requirements are not forwarded; implement this one in the stand-in class"),
            Note(
                requirement: "static func f()", column: 5,
                message:
                    "'f' is not forwarded because static methods are called on types, and delegates are objects; \(implementIt)"
            ),
            Note(
                requirement: "static func f() -> Int", column: 5,
                message:
                    "'f' is not forwarded because static methods are called on types, and delegates are objects; \(implementIt)"
            ),
            Note(
                requirement: "@MainActor static func << (x: Self, y: Int)", column: 16,
                message:
                    "'<<' is not forwarded because static methods are called on types, and delegates are objects; \(implementIt)"
            ),
            Note(
                requirement: "func f(_ x: Self)", column: 17,
                message:
                    "'f' is not forwarded because 'Self' can differ between delegates; take 'any P', or \(implementIt)",
                fixIt: "take 'any P'", fixed: "func f(_ x: any P)"),
            Note(
                requirement: "func f(_ x: [Self])", column: 18,
                message: "'f' is not forwarded because 'Self' can differ between delegates; \(implementIt)"),
            Note(
                requirement: "associatedtype `A`; func f(_ x: A)", column: 37,
                message: "'f' is not forwarded because 'A' can differ between delegates; \(implementIt)"),
            Note(
                requirement: "associatedtype A; func f(_ x: (A) -> Void)", column: 36,
                message: "'f' is not forwarded because 'A' can differ between delegates; \(implementIt)"),
            Note(
                requirement: "associatedtype A; func f(_ x: Self.A)", column: 35,
                message: "'f' is not forwarded because 'Self' can differ between delegates; \(implementIt)"),
            Note(
                requirement: "associatedtype A; typealias B = [A]; func f(_ x: B?)", column: 54,
                message: "'f' is not forwarded because 'B' can differ between delegates; \(implementIt)"),
            Note(
                requirement: "associatedtype A; func f<T: Sequence>(_ x: T) where T.Element == A", column: 70,
                message: "'f' is not forwarded because 'A' can differ between delegates; \(implementIt)"),
            Note(
                requirement: "associatedtype A; func f<T: Sequence<A>>(_ x: T)", column: 42,
                message: "'f' is not forwarded because 'A' can differ between delegates; \(implementIt)"),
            Note(
                requirement: "associatedtype A: Error; func f() throws(A)", column: 46,
                message: "'f' is not forwarded because 'A' can differ between delegates; \(implementIt)"),
            Note(
                requirement: "func f(_ x: consuming String, y: Int)", column: 17,
                message: "'f' is not forwarded because a 'consuming' parameter can be passed to only one "
                    + "delegate; remove 'consuming', or \(implementIt)",
                fixIt: "remove 'consuming'", fixed: "func f(_ x: String, y: Int)"),
            Note(
                requirement: "func f(_ x: sending String)", column: 17,
                message: "'f' is not forwarded because a 'sending' parameter can be passed to only one "
                    + "delegate; remove 'sending', or \(implementIt)",
                fixIt: "remove 'sending'", fixed: "func f(_ x: String)"),
            Note(
                requirement: "func f(_ x: String..., y: Int)", column: 17,
                message:
                    "'f' is not forwarded because variadic arguments can't be passed on; take an array, or \(implementIt)",
                fixIt: "take an array", fixed: "func f(_ x: [String], y: Int)"),
        ]

        @Test(
            "a requirement that can't be forwarded gets a note, and a fix-it if one edit makes it forwardable",
            arguments: notes)
        func note(note: Note) {
            func source(_ requirement: String) -> String {
                "protocol P: AnyObject {\n    \(requirement)\n}"
            }
            expand(
                "@Multicast\n" + source(note.requirement),
                to: source(note.requirement),
                diagnostics: DiagnosticSpec(
                    message: note.message, line: 3, column: note.column, severity: .note,
                    fixIts: note.fixIt.map { [FixItSpec(message: $0)] } ?? []),
                fixed: note.fixed.map { "@Multicast\n" + source($0) })
        }

        @Test("a generic parameter shadows an associated type of the same name")
        func shadowedAssociatedType() {
            expand(
                "@Multicast\nprotocol P: AnyObject {\n    associatedtype A\n    func f<A>(_ x: A)\n}",
                to: """
                    protocol P: AnyObject {
                        associatedtype A
                        func f<A>(_ x: A)
                    }

                    extension P where Self: MulticastDelegate<any P> {
                        func f<A>(_ x: A) {
                            for delegate in self {
                                delegate.f(x) as ()
                            }
                        }
                    }
                    """)
        }

        // MARK: Errors

        @Test(
            "the macro rejects types that aren't protocols",
            arguments: ["final class C {}", "struct S {}", "enum E {}", "actor A {}"])
        func notAProtocol(declaration: String) {
            expand(
                "/// A type.\n@Multicast\n\(declaration)", to: "/// A type.\n\(declaration)",
                diagnostics: DiagnosticSpec(
                    message:
                        "'@Multicast' can only be attached to a protocol; it forwards the methods that the protocol "
                        + "requires",
                    line: 2, column: 1, fixIts: [FixItSpec(message: "remove '@Multicast'")]),
                fixed: "/// A type.\n\(declaration)")
        }

        @Test("an indented line that has only the attribute is removed with it")
        func indentedRemoval() {
            let source = "enum O {\n    /// A type.\n    struct S {\n    }\n}"
            expand(
                source.replacing("struct", with: "@Multicast\n    struct"), to: source,
                diagnostics: DiagnosticSpec(
                    message:
                        "'@Multicast' can only be attached to a protocol; it forwards the methods that the protocol "
                        + "requires",
                    line: 3, column: 5, fixIts: [FixItSpec(message: "remove '@Multicast'")]),
                fixed: source)
        }

        @Test(
            "the macro rejects a protocol that isn't class-bound",
            arguments: [
                ("P {", "P: AnyObject {"), ("P{", "P: AnyObject{"), ("P<A> {", "P<A>: AnyObject {"),
                ("P: Sendable {", "P: AnyObject, Sendable {"),
                ("P where Self: Sendable {", "P: AnyObject where Self: Sendable {"),
                ("P<A> where A: AnyObject {", "P<A>: AnyObject where A: AnyObject {"),
                ("P: Any, Equatable, Hashable {", "P: AnyObject, Any, Equatable, Hashable {"),
                ("P: SendableMetatype, Identifiable {", "P: AnyObject, SendableMetatype, Identifiable {"),
            ])
        func notClassBound(heading: String, fixed: String) {
            func source(_ heading: String) -> String { "protocol \(heading)\n    func f()\n}" }
            expand(
                "@Multicast\n" + source(heading), to: source(heading),
                diagnostics: DiagnosticSpec(
                    message:
                        "'P' must inherit from 'AnyObject': delegates are held weakly, and value types can't be",
                    line: 2, column: 10, fixIts: [FixItSpec(message: "add 'AnyObject'")]),
                fixed: "@Multicast\n" + source(fixed))
        }

        @Test("the macro rejects a protocol for actors")
        func actor() {
            expand(
                "@Multicast\nprotocol P: Actor {\n    func f()\n}", to: "protocol P: Actor {\n    func f()\n}",
                diagnostics: DiagnosticSpec(
                    message:
                        "'P' is for actors, but a stand-in is a class; register the actors with a 'Broadcaster', or "
                        + "add them to a 'WeakObjectSet'",
                    line: 2, column: 13))
        }

        @Test("the macro rejects an @objc protocol")
        func objectiveC() {
            expand(
                "@Multicast\n@objc protocol P: AnyObject {\n    func f()\n}",
                to: "@objc protocol P: AnyObject {\n    func f()\n}",
                diagnostics: DiagnosticSpec(
                    message:
                        "extension methods can't satisfy the requirements of an '@objc' protocol; remove '@objc', or "
                        + "write the stand-in by hand with 'invoke'",
                    line: 2, column: 1, fixIts: [FixItSpec(message: "remove '@objc'")]),
                fixed: "@Multicast\nprotocol P: AnyObject {\n    func f()\n}")
        }

        private static let inaccessible =
            "forwarders are generated outside the enclosing type, where 'private' declarations aren't accessible; make it "
            + "'fileprivate'"

        @Test("the macro rejects a nested protocol that is private")
        func inaccessible() {
            func source(_ level: String) -> String {
                "enum O {\n    @Multicast\n    \(level) protocol P: AnyObject {\n    }\n}"
            }
            expand(
                source("private"), to: "enum O {\n    private protocol P: AnyObject {\n    }\n}",
                diagnostics: DiagnosticSpec(
                    message: Self.inaccessible, line: 3, column: 5,
                    fixIts: [FixItSpec(message: "make it 'fileprivate'")]),
                fixed: source("fileprivate"))
        }

        @Test("the macro rejects a protocol in a private nested type")
        func inaccessibleScope() {
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
                diagnostics: DiagnosticSpec(message: Self.inaccessible, line: 3, column: 9))
        }

        @Test("the macro rejects a mutating requirement")
        func mutating() {
            expand(
                "@Multicast\nprotocol P: Base {\n    mutating func f()\n}",
                to: "protocol P: Base {\n    mutating func f()\n}",
                diagnostics: DiagnosticSpec(
                    message: "delegates are objects, so a requirement can't be 'mutating'; remove 'mutating'", line: 3,
                    column: 5,
                    fixIts: [FixItSpec(message: "remove 'mutating'")]),
                fixed: "@Multicast\nprotocol P: Base {\n    func f()\n}")
        }

        @Test(
            "the macro rejects a requirement that a method of MulticastDelegate would satisfy",
            arguments: [
                ("removeAll", "()"), ("removeAll", "() async throws"), ("add", "(_ x: any P)"), ("remove", "(_: P)"),
            ])
        func conflictingMember(name: String, signature: String) {
            let source = "protocol P: AnyObject {\n    func \(name)\(signature)\n}"
            expand(
                "@Multicast\n" + source, to: source,
                diagnostics: DiagnosticSpec(
                    message:
                        "'\(name)' has the signature of a 'MulticastDelegate' method, which would be called instead of a "
                        + "forwarder; rename the requirement",
                    line: 3, column: 10))
        }

        @Test("a requirement that shares only its name with a MulticastDelegate method is forwarded")
        func sharedName() {
            expand(
                "@Multicast\nprotocol P: AnyObject {\n    func add(_ x: Int)\n    func remove(x: any P)\n}",
                to: """
                    protocol P: AnyObject {
                        func add(_ x: Int)
                        func remove(x: any P)
                    }

                    extension P where Self: MulticastDelegate<any P> {
                        func add(_ x: Int) {
                            for delegate in self {
                                delegate.add(x) as ()
                            }
                        }
                        func remove(x: any P) {
                            for delegate in self {
                                delegate.remove(x: x) as ()
                            }
                        }
                    }
                    """)
        }

        // MARK: Helpers

        private func expand(
            _ source: String, to expanded: String, diagnostics: DiagnosticSpec..., fixed: String? = nil,
            at location: Testing.SourceLocation = #_sourceLocation
        ) {
            assertMacroExpansion(
                source, expandedSource: expanded, diagnostics: diagnostics,
                macroSpecs: ["Multicast": MacroSpec(type: MulticastMacro.self)],
                applyFixIts: fixed == nil ? nil : diagnostics.flatMap { $0.fixIts.map(\.message) },
                fixedSource: fixed,
                failureHandler: { Issue.record("\($0.message)", sourceLocation: location) })
        }

        /// Public forwarders don't name a type of this module, which the file may import internally.
        private func constraint(on type: String, _ level: String) -> String {
            level.isEmpty ? "Self: MulticastDelegate<any \(type)>" : "Self: Swift.Sequence, Self.Element == any \(type)"
        }

        private func indented(_ text: String) -> String {
            text.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
        }
    }
#endif
