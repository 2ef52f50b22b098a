import Foundation
import Testing

@testable import ChannelMap

@Suite("A page with a map between marks")
struct MarkedPageTests {
    private let path: String

    init() throws { path = try Fixtures.newFolder("Page") + "/README.md" }

    /// Writes a map to a page with a text, and returns the new text.
    private func written(_ map: String, to text: String?, holding options: [String] = []) throws -> String {
        if let text { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
        try MarkedPage(path, holding: options).write(map)
        return try String(decoding: Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    }

    @Test("is made with the marks if there is none")
    func new() throws {
        #expect(try written("map", to: nil) == "<!-- broadcast-map -->\n\nmap\n\n<!-- /broadcast-map -->\n")
    }

    @Test("keeps all that is outside of the marks, and changes each place of the map")
    func replaces() throws {
        let block = "<!-- broadcast-map -->\n\nmap\n\n<!-- /broadcast-map -->"
        let empty = "<!-- broadcast-map -->\n<!-- /broadcast-map -->"
        #expect(try written("map", to: "# A\n\n\(empty)\n\nB\n\(empty)") == "# A\n\n\(block)\n\nB\n\(block)")
    }

    @Test("keeps the line ends of Windows")
    func windows() throws {
        let page = "# A\r\n<!-- broadcast-map -->\r\n<!-- /broadcast-map -->\r\n"
        #expect(
            try written("one\ntwo", to: page)
                == "# A\r\n<!-- broadcast-map -->\r\n\r\none\r\ntwo\r\n\r\n<!-- /broadcast-map -->\r\n")
    }

    @Test("has a drawing and tables in places that their marks name")
    func options() throws {
        let page = """
            <!-- broadcast-map -->
            tables
            <!-- /broadcast-map -->
            <!-- broadcast-map --mermaid -->
            <!-- /broadcast-map -->

            """
        let changed = try written("drawing", to: page, holding: ["--mermaid"])
        #expect(changed.contains("-->\ntables\n<!--"))
        #expect(changed.contains("--mermaid -->\n\ndrawing\n\n<!--"))
    }

    @Test("takes marks in a code block for text")
    func fence() throws {
        let sample = "~~~\n<!-- broadcast-map -->\n<!-- /broadcast-map -->\n~~~\n"
        let block = "<!-- broadcast-map -->\n<!-- /broadcast-map -->\n"
        #expect(try written("map", to: sample + block).hasPrefix(sample + "<!-- broadcast-map -->\n\nmap"))
    }

    @Test(
        "without the marks, or without the end, is an error that prints them",
        arguments: ["# A\n", "<!-- broadcast-map --mermaid -->\n", "<!-- broadcast-map -->\n<!-- /broadcast-map -->\n"])
    func noMark(text: String) throws {
        let failure = #expect(throws: Failure.self) { try written("map", to: text, holding: ["--mermaid"]) }
        let marks = "<!-- broadcast-map --mermaid -->\n<!-- /broadcast-map -->"
        #expect(failure?.message.hasSuffix("Add these lines where it belongs:\n\(marks)") == true)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test("says which lines a map changes, and nothing if it changes none")
    func changes() throws {
        _ = try written("one\ntwo", to: nil)
        let page = try MarkedPage(path, holding: [])
        #expect(page.changes(with: "one\ntwo") == [])
        #expect(page.changes(with: "one\n2\nthree") == ["\(path):4: - two", "\(path):4: + 2", "\(path):5: + three"])
        let missing = try MarkedPage(path + "x", holding: [])
        #expect(missing.changes(with: "map").count == 5)
    }

    @Test(
        "keeps its permissions, also behind a symbolic link", arguments: [0o600, 0o640, 0o664, 0o755], [false, true])
    func permissions(kept: Int, isLink: Bool) throws {
        let files = FileManager.default
        let target = isLink ? path + ".target" : path
        let page = Data("<!-- broadcast-map -->\n<!-- /broadcast-map -->\n".utf8)
        try page.write(to: URL(fileURLWithPath: target))
        try files.setAttributes([.posixPermissions: kept], ofItemAtPath: target)
        if isLink { try files.createSymbolicLink(atPath: path, withDestinationPath: target) }
        try MarkedPage(path, holding: []).write("map")
        #expect(try permissions(of: target) == kept)
    }

    @Test("has the permissions of any new file if it is made")
    func newPermissions() throws {
        _ = try written("map", to: nil)
        try Data().write(to: URL(fileURLWithPath: path + ".other"))
        #expect(try permissions(of: path) == permissions(of: path + ".other"))
    }

    private func permissions(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("is written through a symbolic link")
    func link() throws {
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "Map.md")
        let target = URL(fileURLWithPath: path).deletingLastPathComponent().path + "/Map.md"
        try "<!-- broadcast-map -->\n<!-- /broadcast-map -->\n".write(
            toFile: target, atomically: false, encoding: .utf8)
        try MarkedPage(path, holding: []).write("map")
        #expect(try String(contentsOfFile: target, encoding: .utf8).contains("\nmap\n"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "Map.md")
    }
}
