#if Macros
    import Foundation
    import SwiftParser
    import SwiftSyntax
    import Testing

    /// Code that compiles on Linux, and not on a Mac or not with Swift 6.2: found in the syntax trees of all Swift code.
    @Suite("Code that compiles on Linux only", .timeLimit(.minutes(60)))
    struct ApplePlatformsTests {
        static let kinds: [(refused: String, accepted: String)] = [
            (
                "struct Row<let count: Int> {}",
                "@available(macOS 26, *) struct Row<let count: Int> {}"
            ),
            (
                "let row = Row<3>.self",
                "func f() { guard #available(macOS 26, *) else { return }; use(Row<3>.self) }"
            ),
            (
                "func f() { if #available(macOS 15, *) { use(Row<3>.self) } }",
                "func f() { if #available(macOS 26, *) { use(Row<3>.self) } }"
            ),
            (
                "final class Store<each Value> {}",
                "@available(macOS 14, *) enum Space { final class Store<each Value> {} }"
            ),
            (
                "func f() async { await #expect(processExitsWith: .failure) { [value] in stop(value) } }",
                "func f() async { await #expect(processExitsWith: .failure) { stop(1) } }"
            ),
            (
                "let found = text.contains(\"ab\")",
                "import Foundation; let found = text.contains(\"ab\")"
            ),
            (
                "let found = text.contains(\"a\\(letter)\")",
                "let found = text.contains(\"a\") || text.contains(letter) || text.contains(where: { $0 == \"ab\" })"
            ),
            (
                "import Foundation; let parts = text.split(separator: \", \", maxSplits: 1)",
                "let parts = text.split(separator: \",\", maxSplits: 1)"
            ),
            (
                "let range = text.firstRange(of: other)",
                "@available(macOS 13, *) let range = text.firstRange(of: other)"
            ),
            (
                "let ranges = text.ranges(of: \"a\")",
                "let range = text.range(of: \"a\")"
            ),
            (
                "import Foundation; let text = text.replacing(\"a\", with: \"b\", maxReplacements: 1)",
                "let text = text.replacingOccurrences(of: \"a\", with: \"b\")"
            ),
            (
                "func f() { text.replace(\"a\", with: \"b\") }",
                "func f() { fixIt.replace(old, with: new, message: \"new\") }"
            ),
            (
                "let text = text.trimmingPrefix(\"a\")",
                "let text = text.drop { $0 == \"a\" }"
            ),
            (
                "let expression = /a+/",
                "func f() { if #available(macOS 13, *) { use(/a+/) } }"
            ),
        ]

        @Test("each kind is found, and what compiles everywhere isn't", arguments: kinds)
        func kind(refused: String, accepted: String) {
            #expect(Refusals(in: refused, minimum: 10).found.count == 1)
            #expect(Refusals(in: accepted, minimum: 10).found.isEmpty)
        }

        @Test("no source, test, or sample has such code")
        func repository() throws {
            let root = URL(fileURLWithPath: #filePath + "/../../..").standardizedFileURL
            let files = try #require(
                FileManager.default.enumerator(
                    at: root, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles]))
            for case let file as URL in files where ["swift", "md"].contains(file.pathExtension) {
                let path = file.path.dropFirst(root.path.count + 1)
                // Imitations of Apple's frameworks, which no Mac compiles.
                if path.hasPrefix("Tests/Inbox/") { continue }
                let text = try String(contentsOf: file, encoding: .utf8)
                // SwiftPM compiles test targets for XCTest's own minimum.
                let isTest = path.contains(/(^|\/)Tests\/\w+Tests\//)
                let minimum = try max(isTest ? 14 : 10, minimum(ofPackageOf: file))
                let sources =
                    (file.pathExtension == "swift" ? [text] : [])
                    + (text.contains("```swift") ? samples(in: text) : [])
                for refusal in sources.flatMap({ Refusals(in: $0, minimum: minimum).found }) {
                    Issue.record("\(path): \(refusal)")
                }
            }
        }

        /// The oldest version of macOS that the package of a file supports.
        private func minimum(ofPackageOf file: URL) throws -> Int {
            var folder = file.deletingLastPathComponent()
            while !FileManager.default.fileExists(atPath: folder.path + "/Package.swift") {
                folder.deleteLastPathComponent()
            }
            let manifest = try String(contentsOf: folder.appendingPathComponent("Package.swift"), encoding: .utf8)
            let visitor = MinimumOfMacOS(viewMode: .sourceAccurate)
            visitor.walk(Parser.parse(source: manifest))
            return try #require(visitor.version, "\(folder.path) names no version of macOS")
        }

        /// The blocks of Swift in a page or in documentation comments.
        private func samples(in text: String) -> [String] {
            text.matches(of: /(?m)^ *(?:\/\/\/ )?```swift\n((?:.*\n)*?) *(?:\/\/\/ )?```$/).map {
                String($0.1).replacing(/(?m)^ *\/\/\/ ?/, with: "")
            }
        }
    }

    /// The places in a source that Linux's compiler accepts, and a supported compiler of a Mac doesn't.
    private final class Refusals: SyntaxVisitor {
        private(set) var found: [String] = []
        private let minimum: Int
        /// Foundation has `contains` for strings on all systems.
        private var importsFoundation = false

        /// Reads code that is compiled for systems from this version of macOS on.
        init(in source: String, minimum: Int) {
            self.minimum = minimum
            super.init(viewMode: .sourceAccurate)
            walk(Parser.parse(source: source))
        }

        override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
            if node.path.first?.name.text == "Foundation" { importsFoundation = true }
            return .skipChildren
        }

        override func visit(_ node: RegexLiteralExprSyntax) -> SyntaxVisitorContinueKind {
            require(13, for: node, "a regular expression")
            return .visitChildren
        }

        /// The standard library has these for elements, and `_StringProcessing`, which is always imported, for collections
        /// of them.
        override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
            guard let method = node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text else {
                return .visitChildren
            }
            let labels = node.arguments.map { $0.label?.text ?? "_" }
            let isString = node.arguments.first?.expression.as(StringLiteralExprSyntax.self)?.isLonger == true
            let isRefused =
                switch (method, labels.first) {
                case ("firstRange", "of"), ("ranges", "of"), ("matches", "of"), ("firstMatch", "of"),
                    ("wholeMatch", "of"), ("prefixMatch", "of"), ("trimmingPrefix", _), ("trimPrefix", _):
                    true
                case ("replacing", "_"), ("replace", "_"):
                    labels.contains("with")
                        && Set(labels).isSubset(of: ["_", "with", "subrange", "maxReplacements"])
                case ("contains", "_"): isString && !importsFoundation
                case ("split", "separator"): isString
                default: false
                }
            if isRefused { require(13, for: node, "'\(method)' of a string") }
            return .visitChildren
        }

        override func visit(_ node: GenericParameterSyntax) -> SyntaxVisitorContinueKind {
            let keyword = node.children(viewMode: .sourceAccurate).lazy.compactMap { $0.as(TokenSyntax.self) }.first
            switch keyword?.tokenKind {
            case .keyword(.let): require(26, for: node, "a generic parameter that is a value")
            case .keyword(.each) where isOfType(node): require(14, for: node, "a type with a parameter pack")
            default: break
            }
            return .visitChildren
        }

        override func visit(_ node: GenericArgumentSyntax) -> SyntaxVisitorContinueKind {
            if case .integerLiteral = node.firstToken(viewMode: .sourceAccurate)?.tokenKind {
                require(26, for: node, "a generic argument that is a value")
            }
            return .visitChildren
        }

        override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
            let isExitTest = node.arguments.contains { $0.label?.text == "processExitsWith" }
            if isExitTest, let capture = node.trailingClosure?.signature?.capture {
                found.append("Swift Testing of Swift 6.2 refuses '\(capture.trimmed)' in an exit test")
            }
            return .visitChildren
        }

        private func isOfType(_ parameter: GenericParameterSyntax) -> Bool {
            let declaration = parameter.parent?.parent?.parent
            return declaration?.asProtocol(SyntaxProtocol.self) is any DeclGroupSyntax
        }

        private func require(_ version: Int, for node: some SyntaxProtocol, _ what: String) {
            guard minimum < version, !isAvailable(Syntax(node), from: version) else { return }
            found.append("\(what) needs macOS \(version): '\(node.trimmed)'")
        }

        /// Whether only systems from this version of macOS on reach a node.
        private func isAvailable(_ node: Syntax, from version: Int) -> Bool {
            var node = node
            while let parent = node.parent {
                if let declaration = parent.asProtocol(WithAttributesSyntax.self) {
                    let attributes = declaration.attributes.compactMap { $0.as(AttributeSyntax.self) }
                    if attributes.contains(where: { names(version, in: Syntax($0)) }) { return true }
                }
                if let condition = parent.as(IfExprSyntax.self)?.conditions, node.is(CodeBlockSyntax.self) {
                    if names(version, in: Syntax(condition)) { return true }
                }
                if let statements = parent.as(CodeBlockItemListSyntax.self) {
                    let earlier = statements.prefix { Syntax($0) != node }
                    let guards = earlier.compactMap { $0.item.as(GuardStmtSyntax.self)?.conditions }
                    if guards.contains(where: { names(version, in: Syntax($0)) }) { return true }
                }
                node = parent
            }
            return false
        }

        /// Whether an attribute or a condition names this version of macOS, or a later one.
        private func names(_ version: Int, in node: Syntax) -> Bool {
            let finder = PlatformVersions(viewMode: .sourceAccurate)
            finder.walk(node)
            return finder.ofMacOS.contains { $0 >= version }
        }
    }

    extension StringLiteralExprSyntax {
        /// Whether it can't be a single character.
        fileprivate var isLonger: Bool {
            representedLiteralValue.map { $0.count > 1 } ?? true
        }
    }

    /// Reads the version of macOS in a manifest.
    private final class MinimumOfMacOS: SyntaxVisitor {
        private(set) var version: Int?

        override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
            guard node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "macOS",
                let argument = node.arguments.first?.expression
            else { return .visitChildren }
            let name = argument.as(MemberAccessExprSyntax.self)?.declName.baseName.text
            let text = name ?? argument.as(StringLiteralExprSyntax.self)?.representedLiteralValue ?? ""
            version = Int(text.drop { $0 == "v" }.prefix { $0.isNumber })
            return .skipChildren
        }
    }

    private final class PlatformVersions: SyntaxVisitor {
        private(set) var ofMacOS: [Int] = []

        override func visit(_ node: PlatformVersionSyntax) -> SyntaxVisitorContinueKind {
            if node.platform.text == "macOS", let version = node.version.flatMap({ Int($0.major.text) }) {
                ofMacOS.append(version)
            }
            return .visitChildren
        }
    }
#endif
