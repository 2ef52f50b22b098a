import Foundation
import Testing

@testable import MutationKit

@Suite("Accepted faults")
struct AcceptedFaultsTests {
    private let faults = SwitchedSource(
        String(repeating: "func a(b: Int) {\n    c()\n    d()\n}\n", count: 30), path: "A.swift", module: "A"
    ).faults

    @Test("an entry is found by its function, its operator and its position")
    func entries() throws {
        let accepted = try AcceptedFaults("# Comment\n\nA a(b:) call 2: It has a reason: this one.\n")
        #expect(faults.filter(accepted.contains).map(\.description) == ["A.swift:3:5: removed: d()"])
        #expect(accepted.problems(faults) == [])
    }

    @Test(
        "an entry that matches no fault, or several, is a problem",
        arguments: [
            ("A e() call: Because.", "accepted.txt:1: e() call matches no fault any more"),
            ("A a(b:) literal 1: Because.", "accepted.txt:1: a(b:) literal matches no fault any more"),
            ("B a(b:) call 1: Because.", "accepted.txt:1: a(b:) call matches no fault any more"),
            ("A a(b:) call: Because.", "accepted.txt:1: a(b:) call matches 60 faults: add an ordinal"),
        ])
    func problems(line: String, problem: String) throws {
        #expect(try AcceptedFaults(line).problems(faults) == [problem])
    }

    @Test("more than two entries for a hundred faults are a problem")
    func share() throws {
        let lines = (1...2).map { "A a(b:) call \($0): Because." }.joined(separator: "\n")
        #expect(try AcceptedFaults(lines).problems(faults) == ["accepted.txt: 2 of 90 faults of A are more than 2 %"])
    }

    @Test(
        "an entry without a reason, or with an operator that doesn't exist, is refused",
        arguments: [
            "A a() call", "A a() jump: Because.", "A a(): Because.", "A a() call second: Because.",
        ])
    func refused(line: String) {
        #expect(throws: Failure.self) { try AcceptedFaults(line) }
    }

    @Test("each entry of this repository matches a fault")
    func repository() throws {
        let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../..").standardized
        let file = root.appendingPathComponent("Tests/Mutation/accepted.txt")
        let accepted = try AcceptedFaults(String(contentsOf: file, encoding: .utf8))
        let faults = try TestedPackage.all.flatMap { try $0.faults(in: $0.files(in: root), root) }
        #expect(accepted.problems(faults) == [])
    }
}
