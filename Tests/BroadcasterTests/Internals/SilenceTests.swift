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

        /// Bound to the main actor.
        protocol Office { func opened() }

        final class Clerk: Office, @unchecked Sendable {
            func opened() {}
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
                of: await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                    let broadcaster = Broadcaster()
                    let guest = Guest()
                    broadcaster.register(Lobby.self, for: UInt(1), observer: guest)
                    for _ in 0..<3 { broadcaster.notify(Lobby.self, for: 1, line: 11) { $0.entered() } }
                    broadcaster.notify(Lobby.self, for: 1, on: .global(), line: 12) { $0.entered() }
                    broadcaster.notify(Lobby.self, for: "1", on: .global(), line: 13) { $0.entered() }
                    withExtendedLifetime(guest) {}
                })
            let channel = "'BroadcasterTests.SilenceTests.Lobby'"
            let reason = "because its observers are registered with keys of the type 'Swift.UInt'"
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
                of: await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
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
            #expect(lines.first?.contains("objects of it observe '\(tests).Hall', '\(tests).Lobby'.") == true)
            #expect(lines.last?.hasPrefix("Broadcaster: '\(tests).Regular' was broadcast at \(place):12") == true)
            #expect(lines.last?.contains("objects of it observe '\(tests).Hall'.") == true)
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
                of: await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
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
                of: await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
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

        @Test(
            "a task that returns the token of an observation is named once, and a token that is kept isn't",
            .startsProcess)
        func tokenInTask() async {
            let lines = await lines(
                of: await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                    await LostTokens.observe()
                    await Broadcaster.settled()
                })
            #expect(lines.count == 2)
            for (line, channel) in zip(lines, ["UploadObserver", "OrderObserver"]) {
                #expect(line.hasPrefix("Broadcaster: An observation of 'TestSupport.\(channel)' ended with a task"))
            }
        }

        /// The tasks start on the main actor, so each task loses its handle before it runs.
        @MainActor
        private enum LostTokens {
            static var token: Broadcaster.Observation?
            static var task: Task<Broadcaster.Observation, Never>?

            static func observe() async {
                for _ in 0..<2 {
                    Task { Broadcaster.observe(UploadObserverMessage.self) { _ in } }
                    Task { Broadcaster.observe(OrderObserverMessage.self, for: 1) { _ in await Task.yield() } }
                    await afterTasks()
                }
                await keep()
                // Outside a task.
                await withCheckedContinuation { done in
                    DispatchQueue.main.async {
                        token = nil
                        task = nil
                        done.resume()
                    }
                }
            }

            private static func keep() async {
                Task { token = Broadcaster.observe(LobbyMessage.self) { _ in } }
                task = Task { Broadcaster.observe(LobbyMessage.self) { _ in } }
                Task {
                    let token = Broadcaster.observe(LobbyMessage.self) { _ in }
                    await Task.yield()
                    withExtendedLifetime(token) {}
                }
                Task {
                    let token = Broadcaster.observe(LobbyMessage.self) { _ in }
                    token.cancel()
                    return token
                }
                Task { Broadcaster.messages(of: LobbyMessage.self) }
                Task {
                    let token = Broadcaster.observe(LobbyMessage.self) { _ in }
                    return Canary { withExtendedLifetime(token) {} }
                }
                async let awaited = Broadcaster.observe(LobbyMessage.self) { _ in }
                _ = await awaited
                await withExtendedLifetime(Task { Broadcaster.observe(LobbyMessage.self) { _ in } }.value) {}
                await afterTasks()
            }

            /// Returns when the tasks that were started before have ended.
            private static func afterTasks() async {
                for _ in 0..<10 { await Task { @MainActor in await Task.yield() }.value }
            }
        }

        @Test(
            "a broadcast that reaches nobody searches observers that are bound to the main actor there", .startsProcess)
        func boundToMainActor() async {
            let lines = await lines(
                of: await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                    let broadcaster = Broadcaster()
                    let clerk = await SilenceTests.registeredClerk(with: broadcaster)
                    for _ in 0..<3 { broadcaster.notify(Office.self, for: 1, line: 11) { $0.opened() } }
                    broadcaster.notify(Clerk.self, line: 12) { $0.opened() }
                    await broadcaster.settled()
                    withExtendedLifetime(clerk) {}
                })
            #expect(lines.count == 2)
            #expect(lines.first?.contains("SilenceTests.swift:11 with a key of the type 'Swift.Int'") == true)
            #expect(lines.last?.contains("SilenceTests.swift:12, ") == true)
        }

        @MainActor
        private static func registeredClerk(with broadcaster: Broadcaster) -> Clerk {
            let clerk = Clerk()
            broadcaster.register(Office.self, for: "1", observer: clerk)
            return clerk
        }

        @Test("why a broadcast reaches nobody is searched once, and again only after a registration", .startsProcess)
        func searchesOnce() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                let broadcaster = Broadcaster()
                let guest = Guest()
                func notify() {
                    for key in 0..<200 {
                        broadcaster.notify(Lobby.self, for: key) { $0.entered() }
                        broadcaster.notify(Registry.self) { _ in }
                    }
                    let explained = broadcaster.entry(of: Lobby.self).silence.searchCount
                    let inVain = broadcaster.entry(of: Registry.self).silence.searchCount
                    print("explained \(explained), in vain \(inVain)")
                }
                broadcaster.register(Lobby.self, for: "1", observer: guest)
                notify()
                broadcaster.register(Lobby.self, for: "2", observer: guest)
                notify()
                withExtendedLifetime(guest) {}
            }
            let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
            #expect(output.contains("explained 1, in vain 1\nexplained 1, in vain 2\n"), "\(output)")
        }

        @Test("a broadcast that reaches nobody keeps no observer, wherever it is sent from", .startsProcess)
        func retainsNobody() async {
            let result = await #expect(
                processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
            ) {
                await MainActor.run { print("retained: \(SilenceTests.retainedObservers())") }
                await Broadcaster.settled()
            }
            let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
            #expect(output.contains("retained: []\n"), "\(output)")
            // Those of the main actor were searched there, where they were gone.
            let lines = await lines(of: result)
            #expect(lines.count == 2)
            #expect(lines.first?.contains(full("'%Lobby' was broadcast at")) == true)
            #expect(lines.last?.contains(full("'%Lobby & %Named' was broadcast at")) == true)
        }

        /// Observers that are alive after their last release, while the main queue can't run.
        @MainActor
        private static func retainedObservers() -> [String] {
            @Weak var retainedGuest: Guest?
            @Weak var retainedClerk: Clerk?
            let broadcaster = Broadcaster()
            do {
                let guest = Guest()
                let clerk = registeredClerk(with: broadcaster)
                broadcaster.register(Lobby.self, for: "1", observer: guest)
                _retainedGuest = Weak(wrappedValue: guest)
                _retainedClerk = Weak(wrappedValue: clerk)
                blockingOnNewThread {
                    broadcaster.notify(Lobby.self, for: 1) { $0.entered() }
                    broadcaster.notify(Guest.self) { $0.entered() }
                    broadcaster.notify((any Lobby & Named).self) { $0.entered() }
                    broadcaster.notify(Office.self, for: 1) { $0.opened() }
                    broadcaster.notify(Clerk.self) { $0.opened() }
                }
                withExtendedLifetime((guest, clerk)) {}
            }
            return [retainedGuest.map { _ in "guest" }, retainedClerk.map { _ in "clerk" }].compactMap { $0 }
        }

        @Test("a broadcast that reaches nobody for any other reason prints nothing", .startsProcess)
        func otherSilence() async {
            let lines = await lines(
                of: await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
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
                    // The observers with a key of another type are gone.
                    broadcaster.register(Hall.self, for: "1", observer: Guest())
                    broadcaster.notify(Hall.self, for: 1, on: .global()) { $0.entered() }
                    // A class that is a channel, though nothing observes it now.
                    let registry = Registry()
                    broadcaster.register(Registry.self, observer: registry)
                    broadcaster.register((AnyObject & Sendable).self, observer: registry)
                    broadcaster.unregister(Registry.self, observer: registry)
                    broadcaster.notify(Registry.self, on: .global()) { _ in }
                    // Compositions that only share a protocol, or whose observers are gone.
                    let greeter = Greeter()
                    broadcaster.register((any Lobby & Named).self, observer: greeter)
                    broadcaster.notify((any Named & Hall).self, on: .global()) { _ in }
                    let empty = Broadcaster()
                    empty.register((any Lobby & Named).self, observer: Greeter())
                    empty.notify(Lobby.self, on: .global()) { $0.entered() }
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
