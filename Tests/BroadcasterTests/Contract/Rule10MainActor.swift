import Foundation
import TestSupport
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("10. Misuse stops the program: what counts as the main actor")
    @MainActor
    struct Rule10MainActor {
        let broadcaster = Broadcaster()

        /// From where `sync` of another queue is called.
        enum Caller: CaseIterable { case task, delivery, deliveryOfSet }

        @Test("sync of another queue, called on the main actor, is on the main actor", arguments: Caller.allCases)
        func sync(caller: Caller) async {
            let calls = Log<String>()
            weak var captured: Canary?
            let observation: Broadcaster.Observation
            do {
                let canary = Canary()
                captured = canary
                observation = broadcaster.observe(UploadObserverMessage.self) { [canary] _ in
                    calls.write("called")
                    withExtendedLifetime(canary) {}
                }
            }
            await call(from: caller) {
                DispatchQueue(label: "test").sync {
                    #expect(MainQueue.isMainActor)
                    broadcaster.observers(of: UploadObserver.self).forEach { $0.uploadDidFail() }
                    _ = broadcaster.messages(of: UploadObserverMessage.self)
                    #expect(calls.entries == ["called"])
                    observation.cancel()
                    #expect(captured == nil, "canceling on the main actor releases at once")
                }
            }
            #expect(captured == nil)
        }

        private func call(from caller: Caller, _ body: @escaping @MainActor () -> Void) async {
            let observer = WordLogger("", Log())
            switch caller {
            case .task: body()
            case .delivery:
                broadcaster.register(WordObserver.self, observer: observer)
                broadcaster.notify(WordObserver.self) { _ in body() }
            case .deliveryOfSet:
                WeakObjectSet<any WordObserver>(observer).notify { _ in body() }
            }
            await broadcaster.settled()
            withExtendedLifetime(observer) {}
        }

        @Test("an item of the main queue that waits in sync on another queue is on the main actor", .startsProcess)
        func itemOfMainQueue() async {
            let result = await #expect(processExitsWith: .success, observing: errors) {
                let observations = await MainActor.run {
                    (1...2).map { _ in Broadcaster.observe(UploadObserverMessage.self) { _ in } }
                }
                await withCheckedContinuation { done in
                    DispatchQueue.main.async {
                        // On the main actor, as the runtime says.
                        DispatchQueue(label: "test").sync {
                            MainActor.assumeIsolated { DeliveryContract.Rule10MainActor.useObservers() }
                        }
                        done.resume()
                    }
                }
                withExtendedLifetime(observations) {}
            }
            let output = errorOutput(of: result)
            #expect(output.components(separatedBy: "A message was received off the main actor").count <= 2, "said once")
        }

        @MainActor
        private static func useObservers() {
            _ = Broadcaster.messages(of: UploadObserverMessage.self)
            for _ in 1...2 { Broadcaster.observers(of: UploadObserver.self).forEach { $0.uploadDidFail() } }
        }

        @Test("after a delivery, and off the main actor, no thread is on the main actor")
        func elsewhere() async {
            broadcaster.notify(WordObserver.self) { _ in }
            let observer = Counter(in: broadcaster)
            let found = Log<Bool>()
            broadcaster.notify(Incrementing.self) { _ in
                blockingOnNewThread { found.write(MainQueue.isMainActor) }
                DispatchQueue.global().async { found.write(MainQueue.isMainActor) }
            }
            broadcaster.notify(Incrementing.self, on: .global()) { _ in found.write(MainQueue.isMainActor) }
            await broadcaster.settled()
            await Task.detached { found.write(MainQueue.isMainActor) }.value
            await onNewThread { DispatchQueue(label: "test").sync { found.write(MainQueue.isMainActor) } }
            await withCheckedContinuation { done in DispatchQueue.global().async(flags: .barrier) { done.resume() } }
            await eventually { found.entries.count == 5 }
            #expect(found.entries == Array(repeating: false, count: 5))
            #expect(MainQueue.isMainActor)
            withExtendedLifetime(observer) {}
        }

        @Test("an item of the main queue is on the main actor, and so is what it calls through assumeMainActor")
        func mainQueue() async {
            let answers = Log<Bool>()
            await withCheckedContinuation { done in
                DispatchQueue.main.async {
                    answers.write(MainQueue.isMainActor)
                    answers.write(MainQueue.assumeMainActor { true })
                    done.resume()
                }
            }
            #expect(answers.entries == [true, true])
        }
    }
}
