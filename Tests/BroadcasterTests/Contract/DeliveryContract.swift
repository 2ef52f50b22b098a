import Foundation
import Testing

/// The delivery contract: a suite for each rule, with the rule's own number and title.
///
/// The limit stops a test that hangs; a slow machine is far from it.
@Suite("Delivery contract", .timeLimit(.minutes(10)))
enum DeliveryContract {
    @Test("each rule of the published contract has files by its number, with suites of its title")
    static func everyRuleHasSuites() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let root = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = root.appendingPathComponent("Sources/Broadcaster/Broadcaster.docc/DeliveryContract.md")
        let titles = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("## ") && $0.dropFirst(3).first!.isNumber }.map { $0.dropFirst(3) }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasPrefix("Rule") }.sorted()
        try #require(titles.count == 12)
        for (index, title) in titles.enumerated() {
            let number = "Rule\(index < 9 ? "0" : "")\(index + 1)"
            let sources = try files.filter { $0.hasPrefix(number) }
                .map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
            #expect(sources.contains { $0.contains("@Suite(\"\(title)\")") }, "no suite is titled '\(title)'")
            for source in sources {
                #expect(source.contains("@Suite(\"\(title)"), "a suite of \(number) has another title")
            }
        }
        #expect(files.allSatisfy { $0.hasPrefix("Rule0") || $0.hasPrefix("Rule1") })
    }
}
