import Foundation
import Testing

/// The delivery contract: a suite for each rule, with the rule's own number and title.
///
/// The limit stops a test that hangs; a slow machine is far from it.
@Suite("Delivery contract", .timeLimit(.minutes(10)))
enum DeliveryContract {
    @Test("each rule of the published contract has a file by its number, with a suite of its title")
    static func everyRuleHasSuite() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let root = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = root.appendingPathComponent("Sources/Broadcaster/Broadcaster.docc/DeliveryContract.md")
        let titles = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("## ") && $0.dropFirst(3).first!.isNumber }.map { $0.dropFirst(3) }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasPrefix("Rule") }.sorted()
        try #require(titles.count == 12)
        try #require(files.count == titles.count)
        for (index, (title, file)) in zip(titles, files).enumerated() {
            #expect(file.hasPrefix("Rule\(index < 9 ? "0" : "")\(index + 1)"))
            let source = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            #expect(source.contains("@Suite(\"\(title)\")"), "\(file) isn't titled '\(title)'")
        }
    }
}
