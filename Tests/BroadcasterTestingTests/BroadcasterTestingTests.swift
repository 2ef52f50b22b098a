import Broadcaster
@testable import BroadcasterTesting
import Foundation
import TestSupport
import Testing

/// Serialized, because broadcasts that reach the shared broadcaster are reported by the next isolated test that ends,
/// and by none while a test runs that allows them.
@Suite("BroadcasterTesting", .serialized, .timeLimit(.minutes(60)), .watched)
struct BroadcasterTestingTests {
    @Suite("A broadcaster for each test", .isolatedBroadcaster)
    @MainActor
    struct Isolation {
        static let broadcasters = Log<Broadcaster>()

        @Test("each case of each test of an isolated suite has a new broadcaster", arguments: 1...4)
        func own(number: Int) {
            let current = Broadcaster.current
            #expect(current !== Broadcaster.shared)
            #expect(!Self.broadcasters.entries.contains { $0 === current })
            Self.broadcasters.write(current)
        }

        @Suite("Nested")
        struct Nested {
            @Test("a test of a suite that is nested in an isolated suite has a new broadcaster")
            func nested() {
                #expect(Broadcaster.current !== Broadcaster.shared)
            }
        }
    }

    @Test("a single test can be isolated", .isolatedBroadcaster)
    func single() {
        #expect(Broadcaster.current !== Broadcaster.shared)
    }

    @Test("both traits of a suite apply to each of its tests")
    func recursive() {
        #expect(IsolatedBroadcasterTrait.isolatedBroadcaster.isRecursive)
        #expect(AllowsSharedBroadcastsTrait.allowsSharedBroadcasts.isRecursive)
    }

    @Suite("Reports")
    struct Reports {
        @Test(
            "a channel that a dispatch queue and a detached task notify with the shared broadcaster is reported once",
            .reports("LostObserver", times: 1), .isolatedBroadcaster)
        func lost() async {
            await onQueue { Broadcaster.notify(LostObserver.self) { _ in } }
            await Task.detached { Broadcaster.notify(LostObserver.self) { _ in } }.value
        }

        @Test(
            "a report names the channel, its latest sender's place, and the ways out, and is made at the test",
            .isolatedBroadcaster)
        func text() async throws {
            let line = #line + 4
            let reports = try await collectReports {
                try await isolated {
                    await onQueue { Broadcaster.notify(NamedObserver.self) { _ in } }
                    await onQueue { Broadcaster.notify(NamedObserver.self) { _ in } }
                }
            }
            #expect(reports.allSatisfy { $0.location == Test.current?.sourceLocation })
            let report = try #require(reports.first { $0.text.contains("NamedObserver'") })
            #expect(
                report.text.hasSuffix(
                    """
                    NamedObserver' was broadcast with the shared broadcaster at \
                    BroadcasterTestingTests/BroadcasterTestingTests.swift:\(line), by this test or another one, while \
                    isolated tests ran. A dispatch queue and a detached task don't inherit the \
                    broadcaster of a test: store 'Broadcaster.current' when the sender is created, and notify with it. \
                    If a test is meant to use the shared broadcaster, give it the trait '.allowsSharedBroadcasts', or \
                    override 'allowsSharedBroadcasts' of its test case.
                    """))
        }

        @Test("what an isolated test reports is sorted by channel")
        func sorted() async throws {
            let reports = try await collectReports {
                try await isolated {
                    await onQueue {
                        Broadcaster.notify(SortedObservers.B.self) { _ in }
                        Broadcaster.notify(SortedObservers.D.self) { _ in }
                        Broadcaster.notify(SortedObservers.E.self) { _ in }
                        Broadcaster.notify(SortedObservers.A.self) { _ in }
                        Broadcaster.notify(SortedObservers.C.self) { _ in }
                    }
                }
            }
            let names = reports.compactMap { report in
                ["A", "B", "C", "D", "E"].first { report.text.contains("SortedObservers.\($0)'") }
            }
            #expect(names == ["A", "B", "C", "D", "E"])
        }

        @Test(
            "a channel is reported once in a run", .reports("TwiceLostObserver", times: 1), arguments: [[1, 2]])
        func once(rounds: [Int]) async throws {
            for _ in rounds {
                try await isolated { await onQueue { Broadcaster.notify(TwiceLostObserver.self) { _ in } } }
            }
        }

        @Test(
            "broadcasts with the broadcaster of the test, or with the shared one in the test's task, aren't reported",
            .reports("FoundObserver", times: 0), .isolatedBroadcaster)
        func found() async {
            let broadcaster = Broadcaster.current
            Broadcaster.notify(FoundObserver.self) { _ in }
            Broadcaster.shared.notify(FoundObserver.self) { _ in }
            await Task { Broadcaster.shared.notify(FoundObserver.self) { _ in } }.value
            await onQueue { broadcaster.notify(FoundObserver.self) { _ in } }
        }

        @Test(
            "broadcasts that a test without its own broadcaster makes in its task aren't reported",
            .reports("OwnSharedObserver", times: 0))
        func ownShared() async throws {
            try await isolated {
                IsolatedTest.$current.withValue(nil) { Broadcaster.shared.notify(OwnSharedObserver.self) { _ in } }
            }
        }

        @Test(
            "what observers of the shared broadcaster send in turn isn't reported", .reports("EchoObserver", times: 0),
            arguments: Echo.allCases)
        func echoes(_ echo: Echo) async throws {
            try await isolated {
                let observer = await echo.observe()
                echo.send()
                for await _ in echo.wasSent { break }
                withExtendedLifetime(observer) {}
            }
        }

        @Test(
            "what a delegate sends that a multicast delegate called is reported, because no broadcast caused it",
            .reports("DelegateObserver", times: 1))
        func delegate() async throws {
            try await isolated {
                let delegates = MulticastDelegate<any OrderObserver>()
                let delegate = Delegate()
                delegates.add(delegate)
                await MainActor.run { delegates.notify { $0.orderPlaced(1) } }
                await drainMainQueue()
                withExtendedLifetime(delegate) {}
            }
        }

        @Test(
            "broadcasts with the shared broadcaster aren't reported while a test that allows them runs",
            .reports("AllowedObserver", times: 0), .isolatedBroadcaster, .allowsSharedBroadcasts)
        func allowed() async {
            await onQueue { Broadcaster.notify(AllowedObserver.self) { _ in } }
        }

        @Test(
            "broadcasts are reported after a test that allows them has ended, even by throwing",
            .reports("AllowedBeforeObserver", times: 1))
        func allowedBefore() async throws {
            let test = try #require(Test.current)
            let allows = AllowsSharedBroadcastsTrait.allowsSharedBroadcasts
            try await allows.provideScope(for: test, testCase: Test.Case.current) {}
            await #expect(throws: CancellationError.self) {
                try await allows.provideScope(for: test, testCase: Test.Case.current) { throw CancellationError() }
            }
            try await isolated { await onQueue { Broadcaster.notify(AllowedBeforeObserver.self) { _ in } } }
        }

        @Test(
            "an isolated test that throws reports the broadcasts that left it", .reports("ThrowingObserver", times: 1))
        func throwing() async {
            await #expect(throws: CancellationError.self) {
                try await isolated {
                    await onQueue { Broadcaster.notify(ThrowingObserver.self) { _ in } }
                    throw CancellationError()
                }
            }
        }

        @Test(
            "broadcasts aren't reported after an isolated test has ended by throwing",
            .reports("AfterThrowingObserver", times: 0))
        func afterThrowing() async throws {
            await #expect(throws: CancellationError.self) { try await isolated { throw CancellationError() } }
            await onQueue { Broadcaster.notify(AfterThrowingObserver.self) { _ in } }
            try await isolated {}
        }

        @Test(
            "broadcasts with the shared broadcaster aren't reported while no isolated test runs",
            .reports("UnisolatedObserver", times: 0))
        func unisolated() async throws {
            await onQueue { Broadcaster.notify(UnisolatedObserver.self) { _ in } }
            try await isolated {}
        }
    }
}

/// How an observer of the shared broadcaster broadcasts in turn.
struct Echo: CaseIterable, CustomTestStringConvertible {
    enum Form: String, CaseIterable { case closure, object, ofQueue, awaiting, task }

    static var allCases: [Echo] { Form.allCases.map { Echo(form: $0) } }

    let form: Form
    private let sent = AsyncStream.makeStream(of: Void.self)

    private init(form: Form) { self.form = form }

    var testDescription: String { form.rawValue }
    var wasSent: AsyncStream<Void> { sent.stream }

    func send() {
        let message = OrderObserverMessage.orderPlaced(1)
        if form == .ofQueue {
            Broadcaster.shared.notify(message, on: .global())
        } else {
            Broadcaster.shared.notify(message)
        }
    }

    @MainActor
    func observe() -> any AnyObject & Sendable {
        switch form {
        case .object:
            let observer = EchoingOrders(echo: self)
            Broadcaster.shared.register(OrderObserver.self, observer: observer)
            return observer
        case .closure, .ofQueue:
            return Broadcaster.shared.observe(OrderObserverMessage.self) { _ in broadcast() }
        case .task:
            return Broadcaster.shared.observe(OrderObserverMessage.self) { _ in
                Task {
                    await Task.yield()
                    broadcast()
                }
            }
        case .awaiting:
            return Broadcaster.shared.observe(OrderObserverMessage.self) { _ in
                await Task.yield()
                broadcast()
            }
        }
    }

    fileprivate func broadcast() {
        Broadcaster.notify(EchoObserver.self) { _ in }
        sent.continuation.yield()
    }
}

private final class EchoingOrders: OrderObserver {
    private let echo: Echo

    init(echo: Echo) { self.echo = echo }

    func orderPlaced(_ number: Int) { echo.broadcast() }
}

private final class Delegate: OrderObserver {
    func orderPlaced(_ number: Int) { Broadcaster.notify(DelegateObserver.self) { _ in } }
}

private protocol EchoObserver {}
private protocol DelegateObserver {}
private protocol LostObserver {}
private protocol TwiceLostObserver {}
private protocol NamedObserver {}
private protocol FoundObserver {}
private protocol OwnSharedObserver {}
private protocol AllowedObserver {}
private protocol AllowedBeforeObserver {}
private protocol ThrowingObserver {}
private protocol AfterThrowingObserver {}
private protocol UnisolatedObserver {}

private enum SortedObservers {
    protocol A {}
    protocol B {}
    protocol C {}
    protocol D {}
    protocol E {}
}
