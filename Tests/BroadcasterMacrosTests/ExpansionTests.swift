#if Macros
    import SwiftSyntaxMacroExpansion
    import SwiftSyntaxMacrosGenericTestSupport
    import Testing

    @testable import BroadcasterMacros

    /// The source that the macro generates and the diagnostics that it emits.
    @Suite("Expansion of @Multicast", .timeLimit(.minutes(60)))
    struct ExpansionTests: ExpansionSuite {
        static let specs = ["Multicast": MacroSpec(type: MulticastMacro.self)]
        static let attribute = "@Multicast"

        // MARK: Forwarders

        /// A requirement and its forwarder.
        struct Forwarding: CustomTestStringConvertible {
            let testDescription: String
            let requirement: String
            let forwarder: String

            init(_ description: String, _ requirement: String, _ forwarders: String...) {
                self.testDescription = description
                self.requirement = requirement
                self.forwarder = forwarders.joined(separator: "\n")
            }

            /// The forwarder has the heading of the requirement.
            init(_ description: String, _ requirement: String, call: String) {
                self.init(description, requirement, loop(requirement, call))
            }
        }

        private static func loop(_ heading: String, _ call: String) -> String {
            "\(heading) {\n    for delegate in self {\n        \(call) as ()\n    }\n}"
        }

        static let forwardings = [
            Forwarding("no parameter", "func f()", call: "delegate.f()"),
            Forwarding("one parameter", "func f(x: Int)", call: "delegate.f(x: x)"),
            Forwarding("a result of no value", "func f() -> Swift.Void", call: "delegate.f()"),
            Forwarding(
                "results of no value in other words",
                "typealias A = B; typealias B = (Void); func f() -> A; func g() -> (())",
                loop("func f() -> A", "delegate.f()"), loop("func g() -> (())", "delegate.g()")),
            Forwarding(
                "a parameter without a value", "func f(_ x: Int, y: (Int, Swift.Never))",
                """
                func f(_ x: Int, y: (Int, Swift.Never)) {
                }
                """),
            Forwarding(
                "several parameters with and without labels", "func f(_ x: Int, y z: Int, w: [Int: String]) -> Void",
                call: "delegate.f(x, y: z, w: w)"),
            Forwarding(
                "parameters without a usable name", "func f(_: Int, in: Int, y _: Int, _ `self`: Int) -> ()",
                loop(
                    "func f(_ argument1: Int, in argument2: Int, y argument3: Int, _ argument4: Int) -> ()",
                    "delegate.f(argument1, in: argument2, y: argument3, argument4)")),
            Forwarding(
                "parameter names that collide",
                "func f(argument2: Int, _: Int, argument3: Int, argument3 argument2: Int)",
                loop(
                    "func f(argument2: Int, _ argument2_: Int, argument3: Int, argument3 argument4: Int)",
                    "delegate.f(argument2: argument2, argument2_, argument3: argument3, argument3: argument4)")),
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
                "labels of which the compiler warns without backticks, or with them",
                "func f(let: Int, `var`: Int, `self`: Int, self x: Int)",
                loop(
                    "func f(`let` argument1: Int, `var` argument2: Int, self argument3: Int, self x: Int)",
                    "delegate.f(let: argument1, var: argument2, self: argument3, self: x)")),
            Forwarding(
                "names in backticks", "func `default`(`in` x: Int, `inout` y: Int, `two words` z: Int)",
                call: "delegate.`default`(in: x, `inout`: y, `two words`: z)"),
            Forwarding(
                "inout and borrowing", "func f(x: inout Int, y: borrowing String)", call: "delegate.f(x: &x, y: y)"),
            Forwarding(
                "closures", "func f(_ g: () -> Void, h: @escaping @Sendable () -> Void, i: (@MainActor () -> Void)?)",
                call: "delegate.f(g, h: h, i: i)"),
            Forwarding(
                "autoclosures", "func f(_ x: @autoclosure () -> Int, y: @autoclosure @escaping () async throws -> Int)",
                call: "delegate.f(x(), y: try await y())"),
            Forwarding(
                "generics", "func f<T: Sequence, U>(_ t: T, u: some Collection<U>) where T.Element == U",
                call: "delegate.f(t, u: u)"),
            Forwarding("parameter packs", "func f<each T>(_ t: repeat each T)", call: "delegate.f(repeat each t)"),
            Forwarding("throws", "func f() throws", call: "try delegate.f()"),
            Forwarding("rethrows", "func f(_ g: () throws -> Void) rethrows", call: "try delegate.f(g)"),
            Forwarding("typed throws", "func f() throws(Stop)", call: "try delegate.f()"),
            Forwarding(
                "an error that can't be thrown", "func f(_ x: @autoclosure () throws(Never) -> Int) throws(Never)",
                call: "delegate.f(x())"),
            Forwarding(
                "async", "func f(delegate: Int) async",
                """
                func f(delegate: Int) async {
                    for delegate_ in self {
                        await delegate_.f(delegate: delegate) as ()
                    }
                }
                """),
            Forwarding("async and throws", "func f() async throws", call: "try await delegate.f()"),
            Forwarding(
                "isolation of a requirement",
                "@MainActor func f(); nonisolated func g(); nonisolated(nonsending) func h() async",
                loop("@MainActor\nfunc f()", "delegate.f()"),
                loop("nonisolated func g()", "delegate.g()"),
                loop("nonisolated(nonsending) func h() async", "await delegate.h()")),
            Forwarding(
                "availability", "@available(iOS 16, *) @available(*, deprecated) func f()",
                loop("@available(iOS 16, *)\n@available(*, deprecated)\nfunc f()", "delegate.f()")),
            Forwarding(
                "modifiers that an extension method of a class doesn't need",
                "nonmutating func f(); borrowing func g(); override func h()",
                loop("func f()", "delegate.f()"), loop("func g()", "delegate.g()"), loop("func h()", "delegate.h()")),
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
            expectAdded(
                extensions(of: "P", forwarding.forwarder),
                to: "@Multicast\nprotocol P: AnyObject {\n    \(forwarding.requirement)\n}")
        }

        @Test(
            "what isn't called on delegates generates nothing, and gets no note",
            arguments: [
                "associatedtype A = Int", "typealias A = Int", "init(x: Int)", "static func f()",
                "static func f() -> Int", "@MainActor static func << (x: Self, y: Int)", "static var x: Int { get }",
                // No member of `MulticastDelegate`, whose property of this name belongs to an instance.
                "static var count: Int { get }",
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
            expectAdded(
                extensions(of: "P", forwarderLevel + Self.f),
                to: "@Multicast\n\(level) protocol P: AnyObject {\n    func f()\n}")
        }

        @Test(
            "forwarders are at most as accessible as the types around the protocol",
            arguments: [
                ("enum O", "public protocol", ""), ("public enum O", "public protocol", "public "),
                ("public enum O", "protocol", ""), ("open class O", "public protocol", "public "),
                ("package enum O", "public protocol", "package "), ("private enum O", "public protocol", ""),
                ("public extension O", "protocol", "public "), ("extension O", "protocol", ""),
                ("public extension O", "fileprivate protocol", ""),
                ("public extension O", "internal protocol", ""), ("package extension O", "protocol", "package "),
            ])
        func nestedAccess(outer: String, inner: String, forwarderLevel: String) {
            expectAdded(
                extensions(of: "O.P", forwarderLevel + Self.f),
                to: "\(outer) {\n    @Multicast\n    \(inner) P: AnyObject {\n        func f()\n    }\n}")
        }

        @Test(
            "a comment says what to write if the type that an extension extends is less accessible than the protocol",
            arguments: [
                ("extension O.Q", "public", "O.Q"), ("extension O", "package", "O"),
                ("@available(iOS 16, *) nonisolated extension O", "public", "O"),
            ])
        func accessInExtension(outer: String, level: String, type: String) {
            let expanded = expansion(
                "\(outer) {\n    @Multicast\n    \(level) protocol P: AnyObject {\n        func f()\n    }\n}")
            let comment =
                "    // If '\(type)' isn't \(level), remove '\(level)' from the protocol.\n    \(level) func f()"
            #expect(expanded.split(separator: comment).count == 3)
        }

        @Test(
            "no comment stands where the protocol is as accessible as its extension, or no more than by default",
            arguments: [
                ("public extension O", "protocol"), ("extension O", "protocol"), ("extension O", "internal protocol"),
                ("enum O", "public protocol"),
            ])
        func accessOutsideExtension(outer: String, inner: String) {
            let expanded = expansion("\(outer) {\n @Multicast \(inner) P: AnyObject {\n func f()\n }\n}")
            #expect(expanded.contains("delegate.f()"))
            #expect(!expanded.contains("// "))
        }

        @Test(
            "a protocol can be class-bound through what it inherits or through its where clause",
            arguments: [
                "P: Base", "P: Codable, Base", "P: class", "P: Base & Equatable", "P: NSObjectProtocol",
                "P where Self: AnyObject", "P: Hashable where Self: Screen",
            ])
        func classBound(heading: String) {
            expectAdded(
                extensions(of: "P", Self.f),
                to: "@Multicast(redeclaresInherited: true)\nprotocol \(heading) {\n    func f()\n}")
        }

        @Test("forwarders have the availability of the protocol and of the types around it")
        func availability() {
            expectAdded(
                extensions("@available(iOS 16, *)\n@available(*, deprecated)\n", of: "P", Self.f),
                to: """
                    @available(iOS 16, *)
                    @MainActor
                    @available(*, deprecated)
                    @Multicast
                    protocol P: AnyObject {
                        func f()
                    }
                    """)
            expectAdded(
                extensions("@available(macOS 14, *)\n@available(iOS 16, *)\n", of: "O.P", Self.f),
                to: """
                    @available(iOS 16, *)
                    enum O {
                        @available(macOS 14, *)
                        @Multicast
                        protocol P: AnyObject {
                            func f()
                        }
                    }
                    """)
        }

        @Test(
            "forwarders of a nonisolated protocol are nonisolated",
            arguments: [("nonisolated ", "nonisolated "), ("@MainActor ", ""), ("", "")])
        func isolation(heading: String, modifier: String) {
            expectAdded(
                extensions(modifier: modifier, of: "P", Self.f),
                to: "@Multicast \(heading)protocol P: AnyObject {\n    func f()\n}")
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
            expectAdded(
                extensions(modifier: modifier, of: "O.P", Self.f),
                to: "\(outer) {\n    @Multicast\n    \(inner)protocol P: AnyObject {\n        func f()\n    }\n}")
        }

        // MARK: Unavailable members

        /// A requirement that the class implements, and the member in place of it.
        struct Unavailable: CustomTestStringConvertible {
            let requirement: String
            var declaration: String?
            var message = Unforwarded.answer

            var testDescription: String { requirement }
        }

        private static let trap = "{\n    \(swiftModule)fatalError()\n}"
        private static let getter = "{\n    get {\n        \(swiftModule)fatalError()\n    }\n}"

        static let unavailableMembers = [
            Unavailable(requirement: "func f() -> Int", declaration: "func f() -> Int \(trap)"),
            Unavailable(
                requirement: "func f(_ x: Self..., y _: Int) async throws(E) -> [A]",
                declaration: "func f(_ x: Self..., y argument2: Int) async throws(E) -> [A] \(trap)"),
            Unavailable(
                requirement: "@MainActor nonmutating func f<T>(_ x: T) -> T where T: A",
                declaration: "@MainActor\nfunc f<T>(_ x: T) -> T where T: A \(trap)"),
            Unavailable(
                requirement: "func f() -> A", declaration: "func f() -> A \(trap)",
                message: "\(Unforwarded.answer); if 'A' is an alias of 'Void', write 'Void' in the protocol"),
            Unavailable(
                requirement: "func f() -> B; typealias B = (A, Int)", declaration: "func f() -> B \(trap)"),
            Unavailable(
                requirement: "associatedtype Element; func f() -> Element",
                declaration: "func f() -> Element \(trap)"),
            Unavailable(requirement: "var x: Int { get }", declaration: "var x: Int \(getter)"),
            Unavailable(
                requirement: "@MainActor nonisolated var x: Int? { get async throws }",
                declaration:
                    "@MainActor\nnonisolated var x: Int? \(getter.replacing("get", with: "get async throws"))"),
            Unavailable(
                requirement: "var x: Int { get set }",
                declaration: "var x: Int {\n    get \(indentedTrap)\n    set \(indentedTrap)\n}"),
            Unavailable(
                requirement: "subscript(x: Int) -> Int { get }", declaration: "subscript(x: Int) -> Int \(getter)"),
            Unavailable(
                requirement: "@available(iOS 16, *) subscript<T>(_ x: T) -> A where T: A { get }",
                declaration: "@available(iOS 16, *)\nsubscript <T>(_ x: T) -> A where T: A \(getter)"),
            differing("func f(_ x: Self)", "Self", "take 'any P', or "), differing("func f(_ x: [Self])", "Self"),
            differing("associatedtype `A`; func f(_ x: A)", "A"),
            differing("associatedtype A; func f(_ x: (A) -> Void)", "A"),
            differing("associatedtype A; func f(_ x: Self.A)", "Self"),
            differing("associatedtype A; typealias B = [A]; func f(_ x: B?)", "B"),
            differing("associatedtype A; func f<T: Sequence>(_ x: T) where T.Element == A", "A"),
            differing("associatedtype A; func f<T: Sequence<A>>(_ x: T)", "A"),
            differing("associatedtype A: Error; func f() throws(A)", "A"),
            unforwarded(
                "func f(_ x: consuming String, y: Int)",
                "a 'consuming' parameter can be passed to only one delegate; remove 'consuming', or "),
            unforwarded(
                "func f(_ x: sending String)",
                "a 'sending' parameter can be passed to only one delegate; remove 'sending', or "),
            unforwarded(
                "func f(_ x: String..., y: Int)", "variadic arguments can't be passed on; take an array, or "),
        ]

        private static let indentedTrap = trap.replacing("\n", with: "\n    ")

        private static func differing(_ requirement: String, _ type: String, _ advice: String = "") -> Unavailable {
            unforwarded(requirement, "'\(type)' can differ between delegates; \(advice)")
        }

        private static func unforwarded(_ requirement: String, _ reason: String) -> Unavailable {
            Unavailable(
                requirement: requirement, message: "'f' is not forwarded because \(reason)implement it in the class")
        }

        @Test(
            "a requirement that only the class can implement gets an unavailable member",
            arguments: unavailableMembers)
        func unavailableMember(unavailable: Unavailable) throws {
            let function = unavailable.requirement.split(separator: "; ").first { $0.hasPrefix("func") }
            let declaration = try unavailable.declaration ?? "\(#require(function)) \(Self.trap)"
            expectAdded(
                """
                extension P where Self: \(swiftModule)Sequence {
                    @available(*, unavailable, message: "\(unavailable.message)")
                \(indented(declaration))
                }
                """, to: "@Multicast\nprotocol P: AnyObject {\n    \(unavailable.requirement)\n}")
        }

        @Test("an unavailable member of a public protocol is public, and stands in the conditions of its requirement")
        func publicUnavailable() {
            expectAdded(
                """
                \(extensions(modifier: "nonisolated ", of: "P", "public " + Self.f))

                nonisolated extension P where Self: \(swiftModule)Sequence {
                    #if A
                    @available(*, unavailable, message: "\(Unforwarded.answer)")
                \(indented("public var x: Int \(Self.getter)"))
                    #endif
                }
                """,
                to: """
                    @Multicast
                    public nonisolated protocol P: AnyObject {
                        func f()
                        #if A
                        var x: Int { get }
                        #endif
                    }
                    """)
        }

        @Test("a generic parameter shadows an associated type of the same name")
        func shadowedAssociatedType() {
            let generic = Self.f.replacing(".f()", with: ".f(x)").replacing(" f()", with: " f<A>(_ x: A)")
            expectAdded(
                extensions(of: "P", generic),
                to: "@Multicast\nprotocol P: AnyObject {\n    associatedtype A\n    func f<A>(_ x: A)\n}")
        }

        // MARK: Errors

        @Test(
            "the macro rejects types that aren't protocols",
            arguments: ["final class C {}", "struct S {}", "enum E {}", "actor A {}"])
        func notAProtocol(declaration: String) {
            expand(
                "/// A type.\n@Multicast\n\(declaration)", to: "/// A type.\n\(declaration)",
                diagnostics: noProtocol(line: 2, column: 1), fixed: "/// A type.\n\(declaration)")
        }

        private func noProtocol(line: Int, column: Int) -> DiagnosticSpec {
            DiagnosticSpec(
                message: """
                    '@Multicast' can only be attached to a protocol; it forwards the methods that the protocol requires
                    """,
                line: line, column: column, fixIts: [FixItSpec(message: "remove '@Multicast'")])
        }

        @Test("an indented line that has only the attribute is removed with it")
        func indentedRemoval() {
            let source = "enum O {\n    /// A type.\n    struct S {\n    }\n}"
            expand(
                source.replacing("struct", with: "@Multicast\n    struct"), to: source,
                diagnostics: noProtocol(line: 3, column: 5), fixed: source)
        }

        @Test(
            "the macro rejects a protocol that isn't class-bound",
            arguments: [
                ("P {", "P: AnyObject {"), ("P{", "P: AnyObject{"), ("P<A> {", "P<A>: AnyObject {"),
                ("P where Self: Codable {", "P: AnyObject where Self: Codable {"),
                ("P<A> where A: AnyObject {", "P<A>: AnyObject where A: AnyObject {"),
                ("P: Any, Equatable, Hashable {", "P: AnyObject, Any, Equatable, Hashable {"),
                ("P: SendableMetatype, Identifiable {", "P: AnyObject, SendableMetatype, Identifiable {"),
                ("P: Codable {", "P: AnyObject, Codable {"), ("P: Swift.Hashable {", "P: AnyObject, Swift.Hashable {"),
                ("P: ~Copyable {", "P: AnyObject, ~Copyable {"),
                ("P: Comparable & CustomStringConvertible {", "P: AnyObject, Comparable & CustomStringConvertible {"),
            ])
        func notClassBound(heading: String, fixed: String) {
            func source(_ heading: String) -> String { "protocol \(heading)\n    func f()\n}" }
            expectError(
                "'P' must inherit from 'AnyObject': delegates are held weakly, and value types can't be",
                in: source(heading), column: 10, fixIt: "add 'AnyObject'", fixed: source(fixed))
        }

        @Test("the macro rejects a protocol for actors", arguments: ["Actor", "Distributed.DistributedActor"])
        func actor(type: String) {
            expectError(
                """
                'P' is for actors, but a stand-in is a class; register the actors with a 'Broadcaster', or add them to a \
                'WeakObjectSet'
                """, in: "protocol P: \(type) {\n    func f()\n}", column: 13)
        }

        private static let objectiveC = """
            extension methods can't satisfy the requirements of an '@objc' protocol; remove '@objc', or write the stand-in \
            by hand with 'invoke'
            """

        @Test("the macro rejects an @objc protocol")
        func objectiveC() {
            let source = "protocol P: AnyObject {\n    func f()\n}"
            expectError(
                Self.objectiveC, in: "@objc \(source)", column: 1, fixIt: "remove '@objc'", fixed: source)
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

        @Test(
            "an inherited protocol that the macro can't see gets one warning at the attribute",
            arguments: [
                ("P: Base", "'Base'"), ("P: Kit.Base, Codable", "'Kit.Base'"), ("P: Base<Int>", "'Base<Int>'"),
                ("P: AnyObject, A & B where Self: C", "'A' and 'B' and 'C'"), ("P: NSObject", "'NSObject'"),
            ])
        func unseenRequirements(heading: String, names: String) {
            let source = "protocol \(heading) {\n    func f()\n}"
            let attribute = "@Multicast(redeclaresInherited: true)"
            expand(
                "@Multicast\n\(source)", to: expansion("\(attribute)\n\(source)"), diagnostics: unseen(names),
                fixed: "\(attribute)\n\(source)")
        }

        private func unseen(
            _ names: String, fixIt: String = "write '@Multicast(redeclaresInherited: true)'"
        ) -> DiagnosticSpec {
            DiagnosticSpec(
                message: """
                    '@Multicast' can't see the requirements of \(names), so a stand-in calls their defaults instead of its \
                    delegates; declare them again in 'P', and write '@Multicast(redeclaresInherited: true)' to say that \
                    none is missing; if one is a class, no 'MulticastDelegate' inherits from it, so make the stand-in a \
                    subclass that is a sequence of 'any P'
                    """,
                line: 1, column: 1, severity: .warning, fixIts: [FixItSpec(message: fixIt)])
        }

        @Test(
            "an inherited protocol that requires no method to forward gets no warning",
            arguments: [
                "AnyObject", "AnyObject, Identifiable", "NSObjectProtocol", "class", "AnyObject & Swift.Hashable",
            ])
        func seenRequirements(inherited: String) {
            let source = "protocol P: \(inherited) {\n    func f()\n}"
            expand("@Multicast\n\(source)", to: expansion("@Multicast(redeclaresInherited: true)\n\(source)"))
        }

        @Test("a fix-it keeps the other argument, in the order of the declaration")
        func addedArgument() {
            let both = "@Multicast(redeclaresInherited: true, combinesAnswers: true)"
            let source = "protocol P: Base {\n    func f(reply: @escaping () -> Void)\n}"
            expand(
                "@Multicast(combinesAnswers: true)\n\(source)", to: expansion("\(both)\n\(source)"),
                diagnostics: unseen("'Base'", fixIt: "write '\(both)'"), fixed: "\(both)\n\(source)")
            expand(
                "@Multicast(redeclaresInherited: true, combinesAnswers: false)\n\(source)",
                to: expansion("\(both)\n\(source)"),
                diagnostics: answer("reply", column: 12, fixIt: "write '\(both)'"), fixed: "\(both)\n\(source)")
        }

        private func answer(
            _ name: String, column: Int, fixIt: String = "write '@Multicast(combinesAnswers: true)'"
        ) -> DiagnosticSpec {
            DiagnosticSpec(
                message: """
                    each delegate can call '\(name)', so its caller gets several answers, or none without delegates; \
                    return the answer instead, or write '@Multicast(combinesAnswers: true)' if the stand-in class or the \
                    caller combines the answers
                    """,
                line: 3, column: column, severity: .warning, fixIts: [FixItSpec(message: fixIt)])
        }

        /// Parameters, the last of which asks for an answer, with its name and column.
        static let answers = [
            ("_ x: Int, completion: @escaping (Bool) -> Void", "completion", 22),
            (
                "withCompletionHandler completionHandler: @escaping @MainActor @Sendable () -> Void",
                "completionHandler", 12
            ),
            ("handler completion: ((Bool) -> Void)?", "completion", 12), ("onCompletion done: (() -> ())!", "done", 12),
            ("_ x: Int, decisionHandler: (@escaping (Policy) async -> Swift.Void)", "decisionHandler", 22),
            ("withReply reply: nonisolated(nonsending) @escaping () async throws -> Void", "reply", 12),
            ("replyHandler: @escaping ([String: Any]) -> Void", "replyHandler", 12),
            ("completion: (Bool) -> Void", "completion", 12), ("completion: @escaping Done", "completion", 12),
            ("reply: @escaping Answer<Int>", "reply", 12),
            ("_ f: @escaping (Result<Int, any Error>) -> Void", "f", 12),
            ("_ f: @escaping (Int?, (any Error)?) -> Void", "f", 12), ("_ f: @escaping Kit.Completion", "f", 12),
            ("completion: Optional<(Bool) -> Void>", "completion", 12),
            ("_ `in`: ((Int, NSError?) -> Void)?", "in", 12),
        ]

        @Test("a completion handler gets a warning, by its type or by a customary name", arguments: answers)
        func answer(parameters: String, name: String, column: Int) {
            let source = "protocol P: AnyObject {\n    func f(\(parameters))\n}"
            expectAnswer(answer(name, column: column), in: source)
        }

        @Test(
            "a continuation gets a warning by its type",
            arguments: [
                "CheckedContinuation<Int, Never>", "UnsafeContinuation<Void, any Error>?",
                "_Concurrency.CheckedContinuation<Int, Never>", "Optional<CheckedContinuation<Int, Never>>",
                "(CheckedContinuation<[Int], any Error>)",
            ])
        func continuation(type: String) {
            let source = "protocol P: AnyObject {\n    func f(_ c: \(type))\n}"
            expectAnswer(
                DiagnosticSpec(
                    message: """
                        each delegate can resume 'c', which must be resumed exactly once; return the value instead, or \
                        write '@Multicast(combinesAnswers: true)' if the stand-in class or the caller combines the answers
                        """,
                    line: 3, column: 12, severity: .warning,
                    fixIts: [FixItSpec(message: "write '@Multicast(combinesAnswers: true)'")]), in: source)
        }

        @Test(
            "what isn't an answer gets no warning",
            arguments: [
                "func f(_ progress: @escaping (Double) -> Void)", "func f(then finish: @escaping (Int) -> Void)",
                "func f(completion: Double, reply: Message, decision: Decision?)",
                "func f(completion: Subscribers.Completion<Failure>)", "func f(completion: Kit.Done?)",
                "func f(completion: Completion)", "func f(completion: Completion<Int>?)",
                "func f(completion: Optional<Completed>)",
                "func f(completion: @escaping () -> Int)",
                "func f(onError: @escaping (any Error) -> Void)", "func f(_ c: AsyncStream<Int>.Continuation)",
                "func f(_ r: Result<Int, any Error>)", "func f(completed: @escaping () -> Void)",
                "func f(completion: @escaping () -> Void) -> Int", "func f(_ x: (Int?, (any Error)?))",
                "func f(_ x: Never, reply: @escaping () -> Void)",
                "typealias Reply = String; func f(reply: Reply)",
            ])
        func noAnswer(requirement: String) {
            expectAnswer(nil, in: "protocol P: AnyObject {\n    \(requirement)\n}")
        }

        @Test("an alias of the protocol shows whether a parameter is an answer")
        func aliasOfAnswer() {
            let source = "protocol P: AnyObject {\n    func f(reply: @escaping R)\n    typealias R = ((Int) -> Void)\n}"
            expectAnswer(answer("reply", column: 12), in: source)
            let named = source.replacing("reply", with: "f").replacing("R)", with: "Reply)")
                .replacing("R =", with: "Reply =")
            expectAnswer(answer("f", column: 12), in: named)
            expectAnswer(nil, in: source.replacing("Void", with: "Int"))
        }

        @Test("a method that only a constrained existential forwards gets the warning")
        func answerWithPrimaryAssociatedType() {
            let source =
                "protocol P<A>: AnyObject {\n    func f(_ x: A, reply: @escaping () -> Void)\n    associatedtype A\n}"
            expectAnswer(answer("reply", column: 20), in: source)
        }

        @Test("an argument that isn't a literal is refused")
        func notALiteral() {
            expectError(
                "a macro sees only the source; write 'true' or 'false'",
                "@Multicast(redeclaresInherited: true, combinesAnswers: isFinal)", in: "protocol P: Base {\n}", line: 1,
                column: 56)
        }

        @Test("the macro rejects a mutating requirement")
        func mutating() {
            expectError(
                "delegates are objects, so a requirement can't be 'mutating'; remove 'mutating'",
                "@Multicast(redeclaresInherited: true)", in: "protocol P: Base {\n    mutating func f()\n}", line: 3,
                column: 5, fixIt: "remove 'mutating'", fixed: "protocol P: Base {\n    func f()\n}")
        }

        private static func conflict(_ name: String) -> String {
            """
            '\(name)' has the signature of a member of 'MulticastDelegate', which would be used instead; rename the \
            requirement
            """
        }

        @Test(
            "the macro rejects a requirement that a member of MulticastDelegate would satisfy",
            arguments: [
                ("removeAll", "func removeAll()"), ("removeAll", "func removeAll() async throws"),
                ("add", "func add(_ x: any P)"), ("remove", "func remove(_: P)"), ("remove", "func remove(_: (any P))"),
                ("remove", "func remove(_: any App.P)"), ("remove", "func remove(_ x: ((P)))"),
                ("remove", "func remove(_: D); typealias D = (any P)"),
                ("contains", "func contains(_ x: any P) -> Bool"),
                ("invoke", "func invoke(_ x: (any P) throws -> Void) rethrows"),
                ("notify", "func notify(_ x: @escaping @MainActor (P) -> Void)"),
                ("notify", "func notify(on: Queue, _ x: @escaping (@Sendable (any App.P) -> Void))"),
                ("add", "func add(contentsOf x: [any P])"), ("remove", "func remove(contentsOf: [D]); typealias D = P"),
                ("add", "func add(contentsOf x: Array<any P>)"),
                ("remove", "func remove(contentsOf x: Swift.Array<P>)"),
                ("forEach", "func forEach(_ x: (any P) throws -> Void) rethrows"),
                ("count", "var count: Int { get }"), ("isEmpty", "var isEmpty: Bool { get async }"),
                ("allObjects", "var allObjects: [any P] { get }"),
            ])
        func conflictingMember(name: String, requirement: String) {
            let source = "protocol P: AnyObject {\n    \(requirement)\n}"
            expectError(Self.conflict(name), in: source, line: 3, column: requirement.hasPrefix("var") ? 9 : 10)
        }

        @Test("a nested protocol is recognized by its own name")
        func conflictingMemberOfNestedProtocol() {
            let source = "enum O {\n    protocol P: AnyObject {\n        func remove(_ x: P)\n    }\n}"
            expand(
                source.replacing("protocol", with: "@Multicast protocol"), to: source,
                diagnostics: DiagnosticSpec(message: Self.conflict("remove"), line: 3, column: 14))
        }

        @Test(
            "a requirement that shares only its name with a member of MulticastDelegate is forwarded",
            arguments: [
                "remove(x: any P)", "add(_ x: any P, y: Int)", "invoke(_ x: (Int) -> Void)",
                "notify(_ x: @escaping (any P, Int) -> Void)", "contains(_ x: any P)", "removeAll(x: Int)",
                "add(contentsOf x: [Int])", "remove(contentsOf x: [any P], y: Int)", "forEach(_ x: (Int) -> Void)",
            ])
        func sharedName(requirement: String) {
            let expanded = expansion("@Multicast\nprotocol P: AnyObject {\n    func \(requirement)\n}")
            #expect(expanded.contains("delegate.\(requirement.prefix { $0 != "(" })"))
        }

        @Test("the compiler compares a parameter that may be an alias of the delegate's type")
        func possibleAlias() {
            let forwarder = """
                func remove(_ x: D) {
                    // If these are the same, rename the requirement: 'MulticastDelegate' has such a method itself.
                    func remove(_: D) {
                    }
                    func remove(_: any P) {
                    }
                    for delegate in self {
                        delegate.remove(x) as ()
                    }
                }
                """
            expectAdded(
                extensions(of: "P", forwarder), to: "@Multicast\nprotocol P: AnyObject {\n    func remove(_ x: D)\n}")
        }

        @Test("the macro rejects a protocol that it is attached to twice")
        func attachedTwice() {
            expectAttachedTwice("@Multicast", in: "protocol P: AnyObject {\n    func f()\n}")
        }

        @Test("the macro rejects a Sendable protocol", arguments: ["Sendable", "Swift.Sendable"])
        func sendable(type: String) {
            expectError(
                """
                'P' is 'Sendable', but a stand-in isn't, because it belongs to one owner; remove '\(type)', or hold the \
                delegates in a 'WeakObjectSet'
                """, in: "protocol P: AnyObject & \(type) {\n    func f()\n}", column: 25)
        }

        @Test("the macro rejects a protocol named as a type of sequences", arguments: ["Element", "Iterator"])
        func namedAsTypeOfSequence(name: String) {
            expectError(
                """
                a stand-in is a sequence, and '\(name)' is a type of each sequence; rename the protocol, or nest it in a \
                type
                """, in: "protocol \(name): AnyObject {\n    func f()\n}", column: 10)
        }

        @Test(
            "the macro rejects a type of a requirement that is named as a type of sequences",
            arguments: [
                ("Element", "func f(_ x: Element)", 17), ("Element", "func f(_ x: [Element?])", 18),
                ("Iterator", "func f(_ x: Iterator.Item)", 17),
                ("Element", "func f<T: Q>(_ x: T) where T.A == Element", 39),
                ("Element", "func f() throws(Element)", 21), ("Element", "func f() -> [Element]", 18),
                ("Element", "var x: Element { get }", 12), ("Iterator", "subscript(x: Int) -> Iterator { get }", 26),
                ("Element", "typealias Element = Int; func f(_: Element)", 40),
            ])
        func typeOfSequence(type: String, requirement: String, column: Int) {
            expectError(
                """
                a stand-in is a sequence, in which '\(type)' is another type; write the module, or the type, that your \
                '\(type)' is declared in, as in 'Module.\(type)'
                """, in: "protocol P: AnyObject {\n    \(requirement)\n}", line: 3, column: column)
        }

        @Test("a generic parameter or a member named as a type of sequences is forwarded")
        func typesNamedAlike() {
            let expanded = expansion(
                "@Multicast\nprotocol P: AnyObject {\nfunc f<Element>(_ x: Element, y: M.Element, z: Element.A)\n}"
            )
            #expect(expanded.contains("delegate.f(x, y: y, z: z)"))
        }

        @Test("stand-ins of a constrained existential forward the methods with primary associated types, too")
        func primaryAssociatedTypes() {
            let g = Self.f.replacing(" f()", with: " g(_ x: A)").replacing(".f()", with: ".g(x)")
            let message =
                "a stand-in for 'P' is a sequence of 'any P' or 'any P<A, B>'; make it a 'MulticastDelegate' of that, "
                + "or implement the requirement in the class"
            let reason =
                "'g' is not forwarded because 'A' can differ between delegates; make the delegates 'any P<A, B>', or "
                + "implement it in the class"
            expectAdded(
                """
                extension P where Self: \(swiftModule)Sequence, Self.Element == any P {
                \(indented(Self.f))
                }

                @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
                extension P where Self: \(swiftModule)Sequence, Self.Element == any P<A, B> {
                \(indented(Self.f))
                \(indented(g))
                }

                @available(*, unavailable, message: "\(message)")
                extension P where Self: \(swiftModule)Sequence {
                    func f() {
                    }
                }

                extension P where Self: \(swiftModule)Sequence {
                    @available(*, unavailable, message: "\(reason)")
                    func g(_ x: A) {
                        \(swiftModule)fatalError()
                    }
                }
                """,
                to: """
                    @Multicast
                    protocol P<A, B>: AnyObject {
                        associatedtype A
                        func f()
                        func g(_ x: A)
                    }
                    """)
        }

        @Test(
            "an associated type named as a type of sequences is to be renamed for delegates that state it",
            arguments: ["Element", "Iterator"])
        func associatedTypeOfSequence(name: String) {
            let expanded = expansion(
                "@Multicast protocol P<A, \(name)>: AnyObject {\n associatedtype \(name)\n func f(_ x: \(name))\n func g()\n}"
            )
            #expect(!expanded.contains("any P<"))
            let renaming = "rename '\(name)', because a sequence has a type of that name"
            #expect(
                expanded.contains(
                    "or implement the requirement in the class; to make it one of delegates whose '\(name)' is known, \(renaming)"
                ))
            #expect(
                expanded.contains("because '\(name)' can differ between delegates; rename it, because a sequence has"))
        }

        @Test("attributes inside conditional compilation count")
        func conditionalAttributes() {
            let expanded = expansion(
                """
                #if A
                @available(iOS 16, *)
                @MainActor
                #endif
                @Multicast
                protocol P: AnyObject {
                    func f()
                }
                """)
            #expect(expanded.contains("#if A\n@available(iOS 16, *)\n#endif\nextension P where"))
            let withoutAvailability = expansion(
                "#if A\n@MainActor\n#endif\n@Multicast\nprotocol P: AnyObject {\n    func f()\n}")
            #expect(withoutAvailability.contains("\n}\n\nextension P where"))
            expand(
                "#if A\n@objc\n#endif\n@Multicast\nprotocol P: AnyObject {\n    func f()\n}",
                to: "#if A\n@objc\n#endif\nprotocol P: AnyObject {\n    func f()\n}",
                diagnostics: DiagnosticSpec(
                    message: Self.objectiveC, line: 2, column: 1, fixIts: [FixItSpec(message: "remove '@objc'")]))
        }

        // MARK: Helpers

        /// Expects that the macro adds code behind what is declared at the top.
        private func expectAdded(
            _ added: String, to source: String, at location: Testing.SourceLocation = #_sourceLocation
        ) {
            let declared = source.replacing(/@Multicast(\(.*\))?\s+/, with: "")
            expand(source, to: "\(declared)\n\n\(added)", at: location)
        }

        /// Expects a warning that ends with the argument that says that answers are combined, or none.
        private func expectAnswer(
            _ warning: DiagnosticSpec?, in source: String, at location: Testing.SourceLocation = #_sourceLocation
        ) {
            let combining = "@Multicast(combinesAnswers: true)\n\(source)"
            if let warning {
                expand(
                    "@Multicast\n\(source)", to: expansion(combining), diagnostics: warning, fixed: combining,
                    at: location)
            } else {
                expand("@Multicast\n\(source)", to: expansion(combining), at: location)
            }
        }

        /// The extension with the forwarders, and the one of stand-ins with other delegates, which has no bodies.
        private func extensions(
            _ attributes: String = "", modifier: String = "", of type: String, _ forwarders: String
        ) -> String {
            let bodiless = forwarders.split(separator: "\n").filter { !$0.hasPrefix("    ") }.joined(separator: "\n")
            let message =
                "a stand-in for '\(type)' is a sequence of 'any \(type)'; make it a 'MulticastDelegate' of that, or "
                + "implement the requirement in the class"
            return """
                \(attributes)\(modifier)extension \(type) where Self: \(swiftModule)Sequence, Self.Element == any \(type) {
                \(indented(forwarders))
                }

                \(attributes)@available(*, unavailable, message: "\(message)")
                \(modifier)extension \(type) where Self: \(swiftModule)Sequence {
                \(indented(bodiless))
                }
                """
        }

        private func indented(_ text: String) -> String {
            text.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
        }
    }
#endif
