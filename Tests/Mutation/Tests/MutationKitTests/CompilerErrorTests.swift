import Testing

@testable import MutationKit

@Suite("Faults that don't compile")
struct CompilerErrorTests {
    /// The changes that an error is ascribed to, which is at the place of a text in the source with all faults.
    private func culprits(_ message: String, at text: String, in source: String, _ part: LeftOutPart = .faults) throws
        -> [String]
    {
        let source = SwitchedSource(source, path: "A.swift", module: "A")
        let numbers = Dictionary(uniqueKeysWithValues: source.faults.indices.map { ($0, $0 + 1) })
        let written = source.written(numbers)
        let before = written.text[..<(try #require(written.text.range(of: text))).lowerBound]
        let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
        let output = "/copy/A.swift:\(lines.count):\(lines.last!.utf8.count + 1): error: \(message)"
        let error = try #require(CompilerError.all(in: "\(output)\n\(output)\n").first)
        #expect(CompilerError.all(in: "\(output)\n\(output)\n").count == 1)
        return source.culprits(of: error, in: written, numbers, leavingOut: part).sorted().map {
            source.faults[$0].change
        }
    }

    @Test("an error in what a switch added leaves its own fault out, and another one the innermost around it")
    func innermost() throws {
        let source = "let c = a < b + 1\n"
        #expect(try culprits("", at: "faultLess", in: source) == ["'<' became '<='"])
        #expect(try culprits("", at: "faultOff", in: source) == ["one more than 1"])
        #expect(try culprits("", at: "b ,", in: source) == ["'+' became '-'"])
    }

    @Test("the operators of a chain have one type, so they are left out together, even in several lines")
    func chain() throws {
        let source = "let d = a + b\n    - c && e(1 + 2)\n"
        #expect(try culprits("", at: "faultPlus(1", in: source) == ["'+' became '-'", "'-' became '+'"])
    }

    @Test("an expression that takes too long leaves out its statement, and so does an error that comes again")
    func statement() throws {
        let source = """
            func a() {
                b()
                c(1, d > e)
            }
            """
        let statement = ["removed: c(1, d > e)", "one more than 1", "'>' became '>='"]
        #expect(try culprits("the compiler is unable to type-check this", at: "d ,", in: source) == statement)
        #expect(try culprits("", at: "d ,", in: source) == ["'>' became '>='"])
        #expect(try culprits("", at: "d ,", in: source, LeftOutPart(failedBuilds: 7)) == statement)
        let all = ["returned at once", "removed: b()"] + statement
        #expect(try culprits("", at: "d ,", in: source, LeftOutPart(failedBuilds: 10)) == all)
    }

    @Test("an error elsewhere leaves out what the smallest block around it has")
    func elsewhere() throws {
        let source = """
            a()
            func b() {
                c()

                let d
            }
            """
        #expect(try culprits("", at: "let d", in: source) == ["removed: c()"])
    }

    @Test("a variable without a value leaves out the assignments that name it")
    func uninitialized() throws {
        let source = """
            init() {
                self.a = 1
                self.b = c
            }
            """
        let message = "return from initializer without initializing all stored properties: 'self.b' not initialized"
        #expect(try culprits(message, at: "}\n", in: source + "\n") == ["removed: self.b = c"])
    }
}
