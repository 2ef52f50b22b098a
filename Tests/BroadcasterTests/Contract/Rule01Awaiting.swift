import Foundation
import TestSupport
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("1. Order: closures that await handle one message at a time")
    @MainActor
    struct Rule01Awaiting {
        let broadcaster = Broadcaster()
        let log = Log<String>()
        let gate = Gate()

        @Test("a closure handles one message at a time, in the order of delivery, and settled() waits for it")
        func oneAtATime() async {
            for _ in 0..<100 {
                let broadcaster = Broadcaster()
                let journal = Journal()
                broadcaster.observe(UploadObserverMessage.self, owner: journal) { journal, message in
                    await journal.append(message)
                }
                for number in 0..<23 {
                    broadcaster.notify(UploadObserverMessage.uploadDidFinish("\(number)", bytes: 0))
                }
                await broadcaster.settled()
                #expect(journal.lines == (0..<23).flatMap { ["+\($0)", "-\($0)"] })
            }
        }

        @Test("an actor handles the broadcasts of a queue, and the messages of each of four senders, in order")
        func fourSenders() async {
            let kitchen = Kitchen()
            broadcaster.observe(OrderObserverMessage.self, owner: kitchen) { kitchen, message in
                await kitchen.prepare(message)
            }
            await onThreads(4) { [broadcaster] thread in
                let queue = DispatchQueue(label: "sender \(thread)")
                for number in 0..<500 {
                    let message = OrderObserverMessage.orderPlaced(thread * 1000 + number)
                    if thread < 2 { broadcaster.notify(message) } else { broadcaster.notify(message, on: queue) }
                }
            }
            await broadcaster.settled()
            let orders = await kitchen.orders
            #expect(orders.count == 2000)
            for thread in 0..<4 {
                #expect(orders.filter { $0 / 1000 == thread } == (0..<500).map { thread * 1000 + $0 })
            }
        }

        @Test("a closure that awaits functions of another global actor handles one message at a time, in order")
        func otherActor() async {
            let journal = Journal()
            let kitchen = Kitchen()
            let uploads = Log<String>()
            let orders = Log<String>()
            @Disk
            func write(_ text: String, to log: Log<String>) async {
                Disk.shared.assertIsolated()
                log.write("+" + text)
                for _ in 0..<Int.random(in: 0..<4) { await Task.yield() }
                log.write("-" + text)
            }
            broadcaster.observe(UploadObserverMessage.self, owner: journal) { @Disk _, message in
                await write(message.name, to: uploads)
            }
            broadcaster.observe(OrderObserverMessage.self, owner: kitchen) { @Disk _, message in
                await write("\(message)", to: orders)
            }
            for number in 0..<50 {
                broadcaster.upload("\(number)")
                broadcaster.notify(OrderObserverMessage.orderPlaced(number), on: .global())
            }
            await broadcaster.settled()
            #expect(uploads.entries == (0..<50).flatMap { ["+\($0)", "-\($0)"] })
            #expect(orders.entries.count == 100)
            for pair in stride(from: 0, to: orders.entries.count, by: 2) {
                #expect(orders.entries[pair].dropFirst() == orders.entries[pair + 1].dropFirst())
            }
            withExtendedLifetime((journal, kitchen)) {}
        }

        /// The main queue would run another item between two messages if the closure's task left the main actor.
        @Test("a closure of the main actor handles a burst without leaving it, in each form", arguments: 0..<4)
        func burst(form: Int) async {
            let (broadcaster, log, owner) = (self.broadcaster, self.log, Journal())
            let handle: @MainActor @Sendable () async -> Void = {
                log.write("handled")
                if log.entries.count == 1 { DispatchQueue.main.async { log.write("other item") } }
            }
            let registration: Any =
                switch form {
                case 0: broadcaster.observe(UploadObserverMessage.self) { _ async in await handle() }
                case 1: broadcaster.observe(UploadObserverMessage.self, owner: owner) { _, _ async in await handle() }
                case 2: broadcaster.observe(OrderObserverMessage.self) { @MainActor _ async in await handle() }
                default:
                    broadcaster.observe(OrderObserverMessage.self, owner: owner) { @MainActor _, _ async in
                        await handle()
                    }
                }
            for number in 0..<3 {
                broadcaster.upload("")
                broadcaster.notify(OrderObserverMessage.orderPlaced(number))
            }
            await eventually { log.entries.count >= 4 }
            #expect(log.entries == ["handled", "handled", "handled", "other item"])
            withExtendedLifetime((registration, owner)) {}
        }

        @Test("a closure that awaits delays neither the broadcast nor another observer")
        func othersGoOn() async {
            let journal = Journal()
            broadcaster.observe(UploadObserverMessage.self, owner: journal) { [gate] _, _ in
                await gate.pass()
            }
            broadcaster.observe(UploadObserverMessage.self, owner: journal) { [log] _, message in
                log.write(message.name)
            }
            broadcaster.upload("a", "b")
            await eventually { log.entries.count >= 2 }
            #expect(log.entries == ["a", "b"])
            for _ in 0..<2 { gate.open() }
            await broadcaster.settled()
            withExtendedLifetime(journal) {}
        }

        @Test("a message that a closure sends to its own channel is handled after it has returned")
        func reentrant() async {
            let journal = Journal()
            broadcaster.observe(UploadObserverMessage.self, owner: journal) { journal, message in
                if message.name == "a" { Broadcaster.notify(UploadObserverMessage.uploadDidFinish("b", bytes: 0)) }
                await journal.append(message)
            }
            broadcaster.upload("a")
            for _ in 0..<2 { await broadcaster.settled() }
            #expect(journal.lines == ["+a", "-a", "+b", "-b"])
        }
    }
}
