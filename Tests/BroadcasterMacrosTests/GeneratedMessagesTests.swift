#if Macros
    import Broadcaster
    import Foundation
    import Testing

    /// Broadcasts the messages of many kinds of protocols.
    ///
    /// Two test targets have this file: one is nonisolated, the other is on the main actor by default.
    @Suite("Generated messages", .timeLimit(.minutes(60)))
    @MainActor
    struct GeneratedMessagesTests {
        let broadcaster = Broadcaster()

        /// Sends each message to an observer that makes messages of the calls again.
        private func echo<M: Broadcaster.Message>(_ messages: M...) async -> [M] { await echo(messages) }

        private func echo<M: Broadcaster.Message>(_ messages: [M]) async -> [M] {
            var echo: [M] = []
            let observation = broadcaster.observe(M.self) { echo.append($0) }
            for message in messages {
                // The message stays on the main actor.
                broadcaster.notify(M.Channel.self) { message.send(to: $0) }
            }
            await broadcaster.settled()
            withExtendedLifetime(observation) {}
            return echo
        }

        @Test("a call arrives as the message that names its method, with all arguments")
        func calls() async {
            var received: [UploadObserverMessage] = []
            let observation = broadcaster.observe(UploadObserverMessage.self) { received.append($0) }
            let messages = broadcaster.messages(of: UploadObserverMessage.self)
            let observer = UploadLog()
            broadcaster.register((any UploadObserver).self, observer: observer)
            broadcaster.notify((any UploadObserver).self) { $0.uploadDidFinish("photo", bytes: 7) }
            broadcaster.notify(UploadObserverMessage.uploadDidStart(upload: Upload(name: "film")))
            broadcaster.notify(UploadObserverMessage.uploadDidFail)
            await broadcaster.settled()
            let expected: [UploadObserverMessage] = [
                .uploadDidFinish("photo", bytes: 7), .uploadDidStart(upload: Upload(name: "film")), .uploadDidFail,
            ]
            #expect(received == expected)
            #expect(observer.calls == ["finish photo 7", "start film", "fail"])
            var iterator = messages.makeAsyncIterator()
            for message in expected { #expect(await iterator.next() == message) }
            withExtendedLifetime(observation) {}
        }

        @Test("a message whose author asks for it is Codable")
        func codable() throws {
            let message = UploadObserverMessage.uploadDidFinish("photo", bytes: 7)
            let data = try JSONEncoder().encode(message)
            #expect(try JSONDecoder().decode(UploadObserverMessage.self, from: data) == message)
        }

        @Test("the messages of a protocol on the main actor arrive there, those of its nonisolated methods, too")
        func mainActor() async {
            #expect(
                await echo(ScreenObserverMessage.screenAppeared("inbox"), .screenClosed("inbox"))
                    == [.screenAppeared("inbox"), .screenClosed("inbox")])
        }

        @Test("the messages of a Sendable protocol are sent, delivered and received on any thread")
        func sendable() async {
            let queue = DispatchQueue(label: "orders")
            let messages = await Task.detached { [broadcaster] in
                let messages = broadcaster.messages(of: OrderObserverMessage.self)
                broadcaster.notify(OrderObserverMessage.orderPlaced(1), on: queue)
                return messages
            }.value
            let observation = broadcaster.observe(OrderObserverMessage.self) { message in
                dispatchPrecondition(condition: .onQueue(queue))
                if case .orderPaid(_, let pay) = message { pay() }
            }
            await withCheckedContinuation { paid in
                broadcaster.notify(OrderObserverMessage.orderPaid(1, pay: { paid.resume() }), on: queue)
            }
            var iterator = messages.makeAsyncIterator()
            guard case .orderPlaced(1)? = await iterator.next() else {
                Issue.record("another message arrived")
                return
            }
            withExtendedLifetime(observation) {}
        }

        @Test("values that aren't Sendable, and closures, arrive as they are")
        func unsendable() async {
            let download = Download()
            var finished: [Int] = []
            let echo = await echo(
                DownloadObserverMessage.downloadDidStart(download, {}),
                .downloadWillEnd(nil, then: { finished.append($0) }), .downloadFailed(nil, retry: nil))
            guard echo.count == 3, case .downloadDidStart(let started, _) = echo[0],
                case .downloadWillEnd(nil, let finish) = echo[1], case .downloadFailed(nil, retry: nil) = echo[2]
            else {
                Issue.record("other messages arrived")
                return
            }
            #expect(started === download)
            finish(7)
            #expect(finished == [7])
        }

        @Test("each observer of a message can answer it through a closure", arguments: 0...2)
        func answers(count: Int) async {
            var answers: [Int] = []
            let observations = (0..<count).map { index in
                broadcaster.observe(TrustObserverMessage.self) { message in
                    switch message {
                    case .trustWasAsked(_, let reply): reply(index)
                    }
                }
            }
            let message = TrustObserverMessage.trustWasAsked("host", reply: { answers.append($0) })
            broadcaster.notify((any TrustObserver).self) { message.send(to: $0) }
            await broadcaster.settled()
            #expect(answers == Array(0..<count))
            withExtendedLifetime(observations) {}
        }

        @Test("a closure that runs on the actor of its caller arrives, and runs there")
        func nonsending() async {
            let calls = Calls()
            let echo = await echo(WorkObserverMessage.workDidStart(calls.note, times: 2), .workDidEnd(calls.note))
            guard echo.count == 2, case .workDidStart(let start, times: 2) = echo[0],
                case .workDidEnd(let end?) = echo[1]
            else {
                Issue.record("other messages arrived")
                return
            }
            await start()
            await end()
            #expect(calls.actors.count == 2)
            #expect(calls.actors.allSatisfy { $0 === MainActor.shared })
        }

        @Test("names and labels that are keywords, or are used in the generated code, cause no confusion")
        func names() async {
            let messages: [NameObserverMessage] = [
                .default(in: 1, for: 2, `inout`: 3, self: 4, 5), .receive(1, observer: 2, message: 3), .send(to: 1),
                .makeObserver("a"), .pair((1, 2)), .nothing(()), .receive_(await: 1, argument2: 2), .Observer,
            ]
            #expect(await echo(messages).map { "\($0)" } == messages.map { "\($0)" })
        }

        @Test("methods that share a base name each have a case")
        func sharedNames() async {
            let messages: [DownloadEndObserverMessage] = [
                .downloadDidReach("photo", 50), .downloadDidFail("photo", nil), .download("photo"), .cancel(all: true),
            ]
            #expect(await echo(messages).map { "\($0)" } == messages.map { "\($0)" })
        }

        @Test("a message can contain messages")
        func recursion() async {
            let messages: [UndoObserverMessage] = [
                .didUndo(.didUndo(.didChange("a"))), .didUndoAll([.didChange("a"), .didChange("b")], .didChange("c")),
            ]
            #expect(await echo(messages).map { "\($0)" } == messages.map { "\($0)" })
        }

        @Test("protocols that are nested, private, conditional, or inherit from another have messages")
        func kinds() async {
            #expect(await echo(Outer.ObserverMessage.changed(1)).map { "\($0)" } == ["changed(1)"])
            #expect(await echo(Outer.InnerObserverMessage.changed(2)).map { "\($0)" } == ["changed(2)"])
            #expect(await echo(PrivateObserverMessage.changed(3)).map { "\($0)" } == ["changed(3)"])
            #expect(await echo(PackageObserverMessage.changed(4)).map { "\($0)" } == ["changed(4)"])
            #expect(await echo(ConditionalObserverMessage.here(5), .always).map { "\($0)" } == ["here(5)", "always"])
            #expect(
                await echo(ShelfObserverMessage.shelfChanged, .shelfMoved(to: 6)).map { "\($0)" }
                    == ["shelfChanged", "shelfMoved(to: 6)"])
            var changes = 0
            let observation = broadcaster.observe(Outer.PublicObserverMessage.self) { _ in changes += 1 }
            broadcaster.notify(Outer.PublicObserverMessage.changed)
            await broadcaster.settled()
            #expect(changes == 1)
            withExtendedLifetime(observation) {}
        }
    }

    // MARK: Protocols

    nonisolated struct Upload: Equatable, Codable, Sendable {
        var name: String
    }

    @Messages
    protocol UploadObserver {
        typealias Size = Int
        func uploadDidFinish(_ name: String, bytes: Size)
        func uploadDidStart(upload: Upload)
        func uploadDidFail()
    }

    nonisolated extension UploadObserverMessage: Equatable, Codable {}

    private final class UploadLog: UploadObserver {
        var calls: [String] = []

        func uploadDidFinish(_ name: String, bytes: Int) { calls.append("finish \(name) \(bytes)") }
        func uploadDidStart(upload: Upload) { calls.append("start \(upload.name)") }
        func uploadDidFail() { calls.append("fail") }
    }

    @MainActor
    @Messages
    protocol ScreenObserver: AnyObject {
        func screenAppeared(_ title: String)
        nonisolated func screenClosed(_ title: String)
    }

    nonisolated extension ScreenObserverMessage: Hashable {}

    @Messages
    nonisolated protocol OrderObserver: AnyObject, Sendable {
        func orderPlaced(_ number: Int)
        func orderPaid(_ number: Int, pay: @escaping @Sendable () -> Void)
    }

    nonisolated final class Download {}

    @Messages
    protocol DownloadObserver {
        func downloadDidStart(_ download: Download, _ main: @escaping @MainActor () -> Void)
        func downloadWillEnd(_ download: Download?, then finish: @escaping (Int) -> Void)
        func downloadFailed(_ error: (any Error)?, retry: Bool!)
    }

    @Messages
    protocol NameObserver {
        func `default`(`in` place: Int, for _: Int, `inout`: Int, self other: Int, _ `self`: Int)
        func receive(_ receive: Int, observer: Int, message: Int)
        func send(to: Int)
        func makeObserver(_ name: String)
        func pair(_ pair: (Int, Int))
        func nothing(_ nothing: Void) -> Void
        func receive_(await: Int, argument2: Int)
        func Observer()
    }

    @Messages
    protocol DownloadEndObserver {
        func download(_ name: String, didReach percent: Int)
        func download(_ name: String, didFail error: (any Error)?)
        func download(_ name: String)
        func cancel(all: Bool)
    }

    @Messages
    protocol UndoObserver {
        func didChange(_ name: String)
        func didUndo(_ change: UndoObserverMessage)
        func didUndo(all changes: [UndoObserverMessage], _ next: UndoObserverMessage?)
    }

    @Messages
    protocol WorkObserver {
        func workDidStart(_ work: nonisolated(nonsending) @escaping () async -> Void, times: Int)
        func workDidEnd(_ work: (nonisolated(nonsending) () async -> Void)?)
    }

    nonisolated final class Calls {
        private(set) var actors: [(any Actor)?] = []

        /// Notes the actor that calls it.
        ///
        /// Made here, because a closure that is written on the main actor runs there, whatever its type is.
        var note: nonisolated(nonsending) () async -> Void { { self.actors.append(#isolation) } }
    }

    protocol Shelf {
        func shelfMoved(to place: Int)
    }

    extension Shelf {
        func shelfMoved(to place: Int) {}
        func described() -> String { "shelf" }
    }

    @Messages(combinesAnswers: true)
    protocol TrustObserver {
        func trustWasAsked(_ host: String, reply: @escaping (Int) -> Void)
    }

    @Messages(redeclaresInherited: true)
    protocol ShelfObserver: Shelf {
        func shelfMoved(to place: Int)
        func shelfChanged()
    }

    @Messages
    protocol ConditionalObserver {
        #if Macros
            func here(_ value: Int)
        #else
            func elsewhere()
        #endif
        func always()
    }

    @Messages
    private protocol PrivateObserver {
        func changed(_ value: Int)
    }

    @Messages
    package protocol PackageObserver {
        func changed(_ value: Int)
    }

    /// A public type.
    public enum Outer {
        @Messages
        protocol Observer {
            func changed(_ value: Int)
        }

        @Messages
        fileprivate protocol InnerObserver {
            func changed(_ value: Int)
        }

        /// A public protocol.
        @Messages
        public protocol PublicObserver {
            /// Something changed.
            func changed()
        }
    }
#endif
