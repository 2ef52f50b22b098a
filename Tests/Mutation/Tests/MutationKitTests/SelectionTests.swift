import Testing

@testable import MutationKit

@Suite("Selection")
struct SelectionTests {
    @Test("a seed always draws the same sample")
    func seed() {
        func sample(_ seed: UInt64) -> [Int] {
            var generator = SeededGenerator(seed: seed)
            return Array((1...1000).shuffled(using: &generator).prefix(3))
        }
        #expect(sample(1) == sample(1))
        #expect(sample(1) != sample(2))
    }

    @Test("only faults in lines that were added or changed are selected")
    func changed() {
        let changed = ChangedLines(
            diff: """
                --- a/A.swift
                +++ b/A.swift
                @@ -1 +2,2 @@ struct A {
                +x
                +y
                @@ -9,2 +9,0 @@
                -z
                --- /dev/null
                +++ b/B.swift
                @@ -0,0 +1 @@
                +x

                """)
        func lines(_ path: String) -> [Int] {
            let source = String(repeating: "a()\n", count: 12)
            return SwitchedSource(source, path: path, module: "A").faults.filter(changed.contains).map(\.line)
        }
        #expect(changed.paths == ["A.swift", "B.swift"])
        #expect(lines("A.swift") == [2, 3])
        #expect(lines("B.swift") == [1])
        #expect(lines("C.swift") == [])
    }
}
