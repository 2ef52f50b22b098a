// Closures that run on the actor of their caller. Without a label, the compiler takes their specifier for one.

import Broadcaster
import Dispatch

typealias Work = nonisolated(nonsending) () async -> Void

@Multicast
@Messages
protocol WorkObserver: AnyObject {
    typealias Load = nonisolated(nonsending) (Int) async throws -> [Int]
    func run(_ work: nonisolated(nonsending) @escaping () async -> Void)
    func runSendable(_ work: nonisolated(nonsending) @escaping @Sendable () async throws -> Int, times: Int)
    func runInParentheses(_ work: (nonisolated(nonsending) @escaping () async -> Void))
    func runLabeled(work: nonisolated(nonsending) @escaping () async -> Void)
    func runOptional(
        _ work: (nonisolated(nonsending) () async -> Void)?, or: (nonisolated(nonsending) () async -> Void)!)
    func runPair(
        _ pair: (nonisolated(nonsending) () async -> Void, Int),
        or: (work: nonisolated(nonsending) () async -> Void, Int)?)
    func runAll(
        _ works: [nonisolated(nonsending) () async -> Void], _: [String: (nonisolated(nonsending) () async -> Void)?])
    func runNested(_ work: @escaping (nonisolated(nonsending) () async -> Void) -> Void)
    func runNested(twice work: @escaping ((nonisolated(nonsending) () async -> Void)?) async -> Void)
    func load(_ load: @escaping Load, _ other: Work?)
}

nonisolated final class WorkObservers: MulticastDelegate<any WorkObserver>, WorkObserver {}

@Messages
nonisolated protocol JobObserver: Sendable {
    func jobPlaced(_ job: nonisolated(nonsending) @escaping @Sendable () async -> Void)
    func jobReplaced(_ job: (nonisolated(nonsending) @Sendable () async -> Void)?)
}

@MainActor
func send() {
    Broadcaster.notify((any WorkObserver).self) { $0.runOptional(nil, or: {}) }
    Broadcaster.notify(JobObserverMessage.jobPlaced({}), on: .global())
}

nonisolated func run(_ message: WorkObserverMessage) async {
    if case .run(let work) = message { await work() }
}
