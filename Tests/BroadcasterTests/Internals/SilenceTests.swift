import TestSupport

#if DEBUG
    import Foundation
    import Testing

    @testable import Broadcaster

    @Suite("Silence that explains itself", .timeLimit(.minutes(60)), .watched)
    struct SilenceTests {
        protocol Lobby: Sendable { func entered() }
        protocol Hall: Sendable { func entered() }

        /// An observer that is broadcast to by its class, by mistake.
        class Guest: Lobby, Hall, @unchecked Sendable {
            func entered() {}
        }

        final class Regular: Guest, @unchecked Sendable {}

        protocol Named: Sendable { var name: String { get } }

        class Host: @unchecked Sendable {}

        /// An observer that is registered for a composition of what it is.
        final class Greeter: Host, Lobby, Named, @unchecked Sendable {
            let name = "Greeter"
            func entered() {}
        }

        enum LobbyMessage: Broadcaster.SendableMessage {
            case entered

            func send(to observer: any Lobby) { observer.entered() }

            static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any Lobby { Guest() }
        }

        /// A class that is a channel on purpose.
        class Registry: @unchecked Sendable {}

        @Test("a key of another type than those of the observers is named once, with both types", .startsProcess)
        func otherKeyType() async {
            let lines = await lines(
                of: await #expect(processExitsWith: .success, observing: errors) {
                    let broadcaster = Broadcaster()
                    let guest = Guest()
                    broadcaster.register(Lobby.self, for: UInt(1), observer: guest)
                    for _ in 0..<3 { broadcaster.notify(Lobby.self, for: 1, line: 11) { $0.entered() } }
                    broadcaster.notify(Lobby.self, for: 1, on: .global(), line: 12) { $0.entered() }
                    broadcaster.notify(Lobby.self, for: "1", on: .global(), line: 13) { $0.entered() }
                    withExtendedLifetime(guest) {}
                })
            let channel = "'BroadcasterTests.SilenceTests.Lobby'"
            let reason = "because its observers were registered with keys of the type 'Swift.UInt'"
            #expect(lines.count == 2)
            for (line, (number, type)) in zip(lines, [(11, "Int"), (13, "String")]) {
                let place = "BroadcasterTests/SilenceTests.swift:\(number)"
                let start = "Broadcaster: \(channel) was broadcast at \(place) with a key of the type 'Swift.\(type)'"
                #expect(line.hasPrefix(start))
                #expect(line.contains(reason))
            }
        }

        @Test("a class in place of the protocol that its objects observe is named once", .startsProcess)
        func classInPlaceOfProtocol() async {
            let lines = await lines(
                of: await #expect(processExitsWith: .success, observing: errors) {
                    let broadcaster = Broadcaster()
                    let guests = [Guest(), Regular()]
                    broadcaster.register(Lobby.self, observer: guests[0])
                    broadcaster.register(Hall.self, for: 1, observer: guests[1])
                    for _ in 0..<3 { broadcaster.notify(Guest.self, on: .global(), line: 11) { $0.entered() } }
                    broadcaster.notify(Regular.self, for: 1, line: 12) { $0.entered() }
                    withExtendedLifetime(guests) {}
                })
            let tests = "BroadcasterTests.SilenceTests"
            let place = "BroadcasterTests/SilenceTests.swift"
            #expect(lines.count == 2)
            #expect(lines.first?.hasPrefix("Broadcaster: '\(tests).Guest' was broadcast at \(place):11") == true)
            let observed = "objects of it were registered for"
            #expect(lines.first?.contains("\(observed) '\(tests).Hall', '\(tests).Lobby'.") == true)
            #expect(lines.last?.hasPrefix("Broadcaster: '\(tests).Regular' was broadcast at \(place):12") == true)
            #expect(lines.last?.contains("\(observed) '\(tests).Hall'.") == true)
        }

        @Test(
            "a warning doesn't end a program whose standard error is a full disk, a pipe without a reader, or closed",
            .startsProcess)
        func withoutStandardError() async {
            await #expect(processExitsWith: .success) {
                signal(SIGPIPE, SIG_DFL)
                let broadcaster = Broadcaster()
                let guest = Guest()
                broadcaster.register(Lobby.self, for: UInt(1), observer: guest)
                // Linux has this device.
                dup2(open("/dev/full", O_WRONLY), STDERR_FILENO)
                broadcaster.notify(Lobby.self, for: 1, on: .global()) { $0.entered() }
                Self.breakStandardError()
                broadcaster.notify(Lobby.self, for: "1", on: .global()) { $0.entered() }
                broadcaster.notify(Lobby.self, for: 1.0, on: .global()) { $0.entered() }
                close(STDERR_FILENO)
                broadcaster.notify(Lobby.self, for: true, on: .global()) { $0.entered() }
                withExtendedLifetime(guest) {}
            }
        }

        @Test("after a warning, a pipe without a reader still ends a program that writes to it itself", .startsProcess)
        func ownStandardError() async {
            await #expect(processExitsWith: .signal(SIGPIPE)) {
                signal(SIGPIPE, SIG_DFL)
                Self.breakStandardError()
                let broadcaster = Broadcaster()
                let guest = Guest()
                broadcaster.register(Lobby.self, for: UInt(1), observer: guest)
                broadcaster.notify(Lobby.self, for: 1, on: .global()) { $0.entered() }
                withExtendedLifetime(guest) { _ = write(STDERR_FILENO, "!", 1) }
            }
        }

        /// Makes standard error a pipe without a reader.
        private static func breakStandardError() {
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            dup2(ends[1], STDERR_FILENO)
            for end in ends { close(end) }
        }

        @Test("a composition in place of one of its protocols, or the reverse, is named once", .startsProcess)
        func composition() async {
            let lines = await lines(
                of: await #expect(processExitsWith: .success, observing: errors) {
                    let greeter = Greeter()
                    var broadcaster = Broadcaster()
                    broadcaster.register((any Lobby & Named).self, for: 1, observer: greeter)
                    for _ in 0..<3 { broadcaster.notify(Lobby.self, on: .global(), line: 11) { $0.entered() } }
                    broadcaster = Broadcaster()
                    broadcaster.register(Named.self, observer: greeter)
                    broadcaster.register(Host.self, observer: greeter)
                    broadcaster.notify((any Named & Lobby).self, on: .global(), line: 12) { $0.entered() }
                    broadcaster.notify((Host & Lobby).self, on: .global(), line: 13) { $0.entered() }
                    broadcaster = Broadcaster()
                    broadcaster.register((Host & Lobby & Named).self, observer: greeter)
                    broadcaster.notify((Host & Named).self, on: .global(), line: 14) { _ in }
                    broadcaster = Broadcaster()
                    let guest = Guest()
                    broadcaster.register((AnyObject & Hall).self, observer: guest)
                    broadcaster.notify(Hall.self, on: .global(), line: 15) { _ in }
                    withExtendedLifetime((greeter, guest)) {}
                })
            let expected = [
                (11, "Lobby", "Lobby & %Named"), (12, "Lobby & %Named", "Named"), (13, "Host & %Lobby", "Host"),
                (14, "Host & %Named", "Host & %Lobby & %Named"), (15, "Hall", "Hall & Swift.AnyObject"),
            ]
            #expect(lines.count == expected.count)
            for (line, (number, channel, observed)) in zip(lines, expected) {
                #expect(line.hasPrefix(full("Broadcaster: '%\(channel)' was broadcast at ")))
                #expect(line.contains("SilenceTests.swift:\(number), "))
                #expect(line.contains(full("%\(observed)'. A composition")))
            }
        }

        @Test("a message in place of its protocol is named once, with the protocol", .startsProcess)
        func messageInPlaceOfProtocol() async {
            let lines = await lines(
                of: await #expect(processExitsWith: .success, observing: errors) {
                    let broadcaster = Broadcaster()
                    let guest = Guest()
                    broadcaster.register(Lobby.self, observer: guest)
                    for _ in 0..<3 { broadcaster.notify(LobbyMessage.self, line: 11) { _ in } }
                    broadcaster.notify(LobbyMessage.self, for: 1, on: .global(), line: 12) { _ in }
                    withExtendedLifetime(guest) {}
                })
            #expect(lines.count == 1)
            #expect(lines.first?.contains(full("'%LobbyMessage' was broadcast at ")) == true)
            #expect(lines.first?.contains("SilenceTests.swift:11, ") == true)
            #expect(lines.first?.contains(full("its protocol, '%Lobby'")) == true)
        }

        @Test("a broadcast that reaches nobody for any other reason prints nothing", .startsProcess)
        func otherSilence() async {
            let lines = await lines(
                of: await #expect(processExitsWith: .success, observing: errors) {
                    let broadcaster = Broadcaster()
                    let guest = Guest()
                    // Nothing observes it yet.
                    broadcaster.notify(Lobby.self, on: .global()) { $0.entered() }
                    broadcaster.notify(Lobby.self, for: 1, on: .global()) { $0.entered() }
                    broadcaster.notify(Registry.self, on: .global()) { _ in }
                    // Another key of the same type, beside one of another type.
                    broadcaster.register(Lobby.self, for: 1, observer: guest)
                    broadcaster.register(Lobby.self, for: "1", observer: guest)
                    broadcaster.notify(Lobby.self, for: 2, on: .global()) { $0.entered() }
                    // No key, and only observers with one.
                    broadcaster.notify(Lobby.self, on: .global()) { $0.entered() }
                    // A class that is a channel, though nothing observes it now.
                    let registry = Registry()
                    broadcaster.register(Registry.self, observer: registry)
                    broadcaster.register((AnyObject & Sendable).self, observer: registry)
                    broadcaster.unregister(Registry.self, observer: registry)
                    broadcaster.notify(Registry.self, on: .global()) { _ in }
                    // Compositions that only share a protocol.
                    let greeter = Greeter()
                    broadcaster.register((any Lobby & Named).self, observer: greeter)
                    broadcaster.notify((any Named & Hall).self, on: .global()) { _ in }
                    // A composition with its own channel, beside that of its protocol.
                    broadcaster.register(Named.self, observer: greeter)
                    broadcaster.unregister(Named.self, observer: greeter)
                    broadcaster.notify(Named.self, on: .global()) { _ in }
                    // Observers with a key of the same type were there before.
                    broadcaster.register(Hall.self, for: 1, observer: guest)
                    broadcaster.register(Hall.self, for: "1", observer: guest)
                    broadcaster.unregister(Hall.self, for: 1, observer: guest)
                    broadcaster.notify(Hall.self, for: 2, on: .global()) { $0.entered() }
                    // Objects that observe with another broadcaster.
                    let other = Broadcaster()
                    other.notify(Guest.self, on: .global()) { $0.entered() }
                    withExtendedLifetime((guest, registry, greeter)) {}
                })
            #expect(lines.isEmpty)
        }

        /// Puts the module and the suite in front of the names of types.
        private func full(_ text: String) -> String {
            text.replacingOccurrences(of: "%", with: "BroadcasterTests.SilenceTests.")
        }

        private func lines(of result: ExitTest.Result?) async -> [Substring] {
            errorOutput(of: result).split(separator: "\n").filter { $0.hasPrefix("Broadcaster: ") }
        }
    }
#endif
