import Testing

@testable import MutationKit

@Suite("Operators")
struct OperatorTests {
    /// A source, and what it is with all its faults behind switches.
    struct Sample: CustomTestStringConvertible {
        let source: String
        let written: String
        let changes: [String]

        init(_ source: String, _ written: String, _ changes: String...) {
            self.source = source
            self.written = written
            self.changes = changes
        }

        var testDescription: String { source }
    }

    @Test(
        "each operator puts its fault behind a switch, and says what it changes",
        arguments: [
            Sample("if isOn {}", "if faultNot(1, isOn) {}", "negated: isOn"),
            Sample(
                "guard try isOn() else { throw e }", "guard faultNot(1, try isOn()) else { throw e }",
                "negated: try isOn()"),
            Sample("repeat {} while isOn", "repeat {} while faultNot(1, isOn)", "negated: isOn"),
            Sample("let c = a && b", "let c = faultAnd(1, a , b)", "'&&' became '||'"),
            Sample("let c = a\n    || b", "let c = faultOr(1, a\n    , b)", "'||' became '&&'"),
            Sample("let c = a < b", "let c = faultLess(1, a , b)", "'<' became '<='"),
            Sample("let c = a >= b", "let c = faultGreaterOrEqual(1, a , b)", "'>=' became '>'"),
            Sample(
                "let c = b.sorted { $0 < $1 }", "let c = b.sorted { faultAscending(1, $0 , $1) }", "'<' became '>'"),
            Sample(
                "let c = b.min(by: { $0.d > $1.d })", "let c = b.min(by: { faultDescending(1, $0.d , $1.d) })",
                "'>' became '<'"),
            Sample(
                "static func < (a: B, b: B) -> Bool { a.c < b.c }",
                "static func < (a: B, b: B) -> Bool { faultAscending(1, a.c , b.c) }", "'<' became '>'"),
            Sample("let c = b.filter { $0 < d }", "let c = b.filter { faultLess(1, $0 , d) }", "'<' became '<='"),
            Sample("let c = a == b", "let c = faultNot(1, a == b)", "'==' became '!='"),
            Sample("if a == b {}", "if faultNot(1, a == b) {}", "negated: a == b"),
            Sample("let c = a + b", "let c = faultPlus(1, a , b)", "'+' became '-'"),
            Sample(
                "a &-= b", "if !faultIs(1) { faultWrappingSubtract(2, &a , b) }", "removed: a &-= b",
                "'&-=' became '&+='"),
            Sample("let c = 2", "let c = faultOff(1, 2)", "one more than 2"),
            Sample("let c = true", "let c = faultNot(1, true)", "'true' became 'false'"),
            Sample("try a.b(c) // d", "if !faultIs(1) { try a.b(c) } // d", "removed: try a.b(c)"),
            Sample("_ = a()", "if !faultIs(1) { _ = a() }", "removed: _ = a()"),
            Sample("a = b", "if !faultIs(1) { a = b }", "removed: a = b"),
            Sample("defer { a() }", "defer { if !faultIs(1) { a() } }", "removed: defer { a() }"),
            Sample(
                "func a() { if case .b = c {} }", "func a() { if faultIs(1) { return }; if case .b = c {} }",
                "returned at once"),
            Sample("if let a = b {}", "if let a = faultNil(1, b) {}", "became nil: b"),
            Sample("if let a {}", "if let a = faultNil(1, a) {}", "became nil: a"),
            Sample("func a() -> B? { b }", "func a() -> B? { faultNil(1, b) }", "became nil: b"),
            Sample("var a: B? { return b }", "var a: B? { return faultNil(1, b) }", "became nil: b"),
            Sample("let c = a ?? b", "let c = faultNil(1, a) ?? b", "took the other branch: a ?? b"),
            Sample("let d = a ? b : c", "let d = faultNot(1, a) ? b : c", "took the other branch: a ? b : c"),
            Sample(
                "let b = { [weak a] in a?.c }",
                "let b = { [weak a, faultKept1 = faultKept(1, a)] in _ = faultKept1; a?.c }",
                "captured strongly: a"),
            Sample(
                "class A { weak var b: B?; init(c: B) { b = c } }",
                "class A { weak var b: B?; init(c: B) { if !faultIs(2) { b = faultRetained(1, c) } } }",
                "referenced strongly: b", "removed: b = c"),
            Sample(
                "for a in b { c(a) }",
                "var faultSkip1 = true; for a in b { if faultSkip1 { faultSkip1 = false; if faultIs(1) { continue } }; "
                    + "if !faultIs(2) { c(a) } }",
                "skipped the first: b", "removed: c(a)"),
        ])
    func written(sample: Sample) {
        let source = SwitchedSource(sample.source, path: "A.swift", module: "A")
        let numbers = Dictionary(uniqueKeysWithValues: source.faults.indices.map { ($0, $0 + 1) })
        let suffix = "\npublic import FaultSwitch\n"
        #expect(source.faults.map(\.change) == sample.changes)
        #expect(source.written(numbers).text == sample.written + suffix)
        #expect(source.written([:]).text == sample.source)
    }

    @Test(
        "a function's only result, an initializer, a constant loop, an attribute and joined texts have no fault",
        arguments: [
            "func a() -> B { b() }",
            "let a: B = { () -> B in b() }()",
            "class A: B { init() { super.init() } }",
            "class A { let b: B; init(c: B) { b = c } }",
            "class A { let b: B } extension A { convenience init(c: B) { self.b = c } }",
            "func a() -> Never { fatalError() }",
            "let a = b.map { c() }",
            "func a() -> B { if case .c = d { e() } else if case .f = d { g() } else { h() } }",
            "let a = switch b { case .c: d() default: e() }",
            "func a() -> B { let b: C; if case .c = d { b = e } else { b = f }; return b }",
            "while true {}",
            "_ = a",
            "@available(iOS 13, *) struct A {}",
            "func a() -> B? { nil }",
            "enum A: Int { case b = 1 }",
            #"let a = b + "c" + d"#,
            "let a = b\n    + [c] + d",
        ])
    func none(source: String) {
        #expect(SwitchedSource(source, path: "A.swift", module: "A").faults.map(\.change) == [])
    }

    @Test("code that the build leaves out has no fault")
    func inactive() {
        let source = """
            #if canImport(Combine)
            a()
            #elseif Macros
            b()
            #else
            c()
            #endif
            """
        func changes(_ conditions: Set<String>) -> [String] {
            SwitchedSource(source, path: "A.swift", module: "A", conditions: conditions).faults.map(\.change)
        }
        #expect(changes([]) == ["removed: c()"])
        #expect(changes(["Macros"]) == ["removed: b()"])
    }

    @Test("a fault names its place, the declaration around it, and its position among those of its operator")
    func places() {
        let source = """
            extension A {
                struct B {
                    func c(_ d: Int, e: Int) {
                        a()
                        f { b() }
                    }
                    var g: Int { 1 }
                }
            }
            """
        let faults = SwitchedSource(source, path: "A.swift", module: "A").faults
        let lines = faults.map { "\($0) \($0.function) \($0.operator) \($0.ordinal)" }
        #expect(
            lines == [
                "A.swift:3:14: returned at once A.B.c(_:e:) return 1",
                "A.swift:4:13: removed: a() A.B.c(_:e:) call 1",
                "A.swift:5:13: removed: f { b() } A.B.c(_:e:) call 2",
                "A.swift:7:22: one more than 1 A.B.g literal 1",
            ])
    }
}
