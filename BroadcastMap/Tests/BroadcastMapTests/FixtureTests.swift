import Foundation
import Testing

@testable import ChannelMap

/// Each file of a fixture has one capability of the map, and comments with what the map finds in the line below them.
@Suite("The map of a fixture", .timeLimit(.minutes(30)))
struct FixtureTests {
    private static let fixture = "\(Fixtures.folder)/Fixture"

    @Test(
        "finds what uses Broadcaster",
        arguments: ExpectedFile.all(in: fixture, ["Sources", "Packages", "Tests"]))
    func channels(file: ExpectedFile) throws { try file.check(Fixtures.package.get()) }

    @Test("finds what uses notifications", arguments: ExpectedFile.all(in: "\(Fixtures.folder)/Notifications"))
    func notifications(file: ExpectedFile) throws { try file.check(Fixtures.notifications.get()) }

    @Test(
        "finds notifications in the index that the compiler of Apple's platforms writes",
        .enabled(if: AppleIndex.isPossible),
        arguments: ExpectedFile.all(in: "\(Fixtures.folder)/Notifications", ["Apple", "Sources/App"]))
    func appleNotifications(file: ExpectedFile) throws { try file.check(Self.appleNotificationsMap.get()) }

    private static let appleNotificationsMap = Result {
        let folder = "\(Fixtures.folder)/Notifications"
        return try FixtureMap(
            AppleIndex.index(of: ["\(folder)/Sources/App", "\(folder)/Apple"], options: ["-DDEBUG"]))
    }

    @Test(
        "finds channels in the index that the compiler of Apple's platforms writes",
        .enabled(if: AppleIndex.isPossible), arguments: ExpectedFile.all(in: "\(Fixtures.folder)/Apple"))
    func appleChannels(file: ExpectedFile) throws { try file.check(Self.appleChannelsMap.get()) }

    private static let appleChannelsMap = Result {
        let sources = "\(Fixtures.folder)/Apple/Sources"
        return try FixtureMap(AppleIndex.index(of: [sources], options: Fixtures.moduleOptions.get()))
    }

    @Test("has a problem or an unresolved use until --allow has the name of each")
    func allow() throws {
        let reports = try [Fixtures.package.get().channels, Fixtures.notifications.get().notifications]
        for report in reports {
            let names = Set(report.problems.map(\.name) + report.unresolved.map(\.name))
            #expect(names.count > 10)
            #expect(try !report.allowing(names).hasProblem)
            for name in names { #expect(try report.allowing(names.subtracting([name])).hasProblem, "\(name)") }
        }
    }
}
