#if Macros
    import Foundation
    import SwiftParser
    import SwiftSyntax
    import Testing

    /// Code that the newest compiler accepts, and Swift 6.2 or its Swift Testing doesn't.
    ///
    /// It is found in the syntax trees of all Swift code. The stage `apple` finds what an old system lacks.
    @Suite("Code that only the newest compilers accept", .timeLimit(.minutes(60)))
    struct ApplePlatformsTests {
        static let kinds: [(refused: String, accepted: String)] = [
            (
                "func f() async { await #expect(processExitsWith: .failure) { [value] in stop(value) } }",
                "func f() async { await #expect(processExitsWith: .failure) { stop(1) } }"
            ),
            (
                "func f() { weak let held = object; use(held) }",
                "func f() { weak var held = object; use { [weak object] in object } }"
            ),
        ]

        @Test("each kind is found, and what every compiler accepts isn't", arguments: kinds)
        func kind(refused: String, accepted: String) {
            #expect(Refusals(in: refused).found.count == 1)
            #expect(Refusals(in: accepted).found.isEmpty)
        }

        @Test("no source, test, or sample has such code")
        func repository() throws {
            let root = URL(fileURLWithPath: #filePath + "/../../..").standardizedFileURL
            let files = try #require(
                FileManager.default.enumerator(
                    at: root, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles]))
            for case let file as URL in files where ["swift", "md"].contains(file.pathExtension) {
                let path = file.path.dropFirst(root.path.count + 1)
                let text = try String(contentsOf: file, encoding: .utf8)
                let sources =
                    (file.pathExtension == "swift" ? [text] : [])
                    + (text.contains("```swift") ? samples(in: text) : [])
                for refusal in sources.flatMap({ Refusals(in: $0).found }) { Issue.record("\(path): \(refusal)") }
            }
        }

        /// The blocks of Swift in a page or in documentation comments.
        private func samples(in text: String) -> [String] {
            text.matches(of: /(?m)^ *(?:\/\/\/ )?```swift\n((?:.*\n)*?) *(?:\/\/\/ )?```$/).map {
                String($0.1).replacing(/(?m)^ *\/\/\/ ?/, with: "")
            }
        }
    }

    /// The places in a source that a supported compiler refuses.
    private final class Refusals: SyntaxVisitor {
        private(set) var found: [String] = []

        init(in source: String) {
            super.init(viewMode: .sourceAccurate)
            walk(Parser.parse(source: source))
        }

        override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
            let isExitTest = node.arguments.contains { $0.label?.text == "processExitsWith" }
            if isExitTest, let capture = node.trailingClosure?.signature?.capture {
                found.append("Swift Testing of Swift 6.2 refuses '\(capture.trimmed)' in an exit test")
            }
            return .visitChildren
        }

        override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
            if node.bindingSpecifier.tokenKind == .keyword(.let), node.modifiers.contains(where: \.isWeak) {
                found.append("Swift before 6.2.3 refuses '\(node.trimmed)'")
            }
            return .visitChildren
        }
    }

    extension DeclModifierSyntax {
        fileprivate var isWeak: Bool { name.tokenKind == .keyword(.weak) }
    }
#endif
