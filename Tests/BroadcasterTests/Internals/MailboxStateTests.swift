import Foundation
import TestSupport
import Testing

@testable import Broadcaster

/// What a mailbox decides, without a task, a thread, or a broadcast.
@Suite("MailboxState", .timeLimit(.minutes(60)))
struct MailboxStateTests {
    /// Drives a mailbox as its task does, and logs which calls of `settled()` are resumed.
    final class Driver {
        private(set) var state: MailboxState
        private(set) var resumed: [String] = []
        private var waiting: [(name: String, group: DispatchGroup)] = []

        init(_ bufferingPolicy: Broadcaster.BufferingPolicy = .unbounded) {
            state = MailboxState(of: "Channel", registeredAs: WeakRegistration(), bufferingPolicy)
        }

        var task: Task<Void, Never>? {
            get { state.task }
            set { state.task = newValue }
        }

        /// The numbers of the messages that were dropped when a message arrived.
        func receive(_ numbers: UInt...) -> [UInt] {
            numbers.compactMap { number in
                let message = QueuedMessage(number: number, cause: nil) { _ in }
                if state.isRunning { return state.append(message)?.number }
                state.start(with: message)
                return nil
            }
        }

        /// The number of the message that the task handles next; `nil` if it ends.
        func next() -> UInt? {
            defer { noteResumed() }
            return state.next()?.number
        }

        /// The numbers of the messages that the task handles from here on.
        func handleAll() -> [UInt] {
            var numbers: [UInt] = []
            while let number = next() { numbers.append(number) }
            return numbers
        }

        /// The numbers of the messages that the end of an observation drops.
        func drop() -> Set<UInt> {
            var messages = state.drop()
            noteResumed()
            var numbers: Set<UInt> = []
            while let message = messages.popFirst() { numbers.insert(message.number) }
            return numbers
        }

        /// Lets a call of `settled()` wait; returns `false` if it needn't.
        func wait(_ name: String) -> Bool {
            let group = DispatchGroup()
            group.enter()
            guard state.wait(toLeave: group) else {
                group.leave()
                return false
            }
            waiting.append((name, group))
            return true
        }

        private func noteResumed() {
            resumed += waiting.filter { isEmpty($0.group) }.map(\.name)
            waiting.removeAll { isEmpty($0.group) }
        }

        // Time: it doesn't wait.
        private func isEmpty(_ group: DispatchGroup) -> Bool { group.wait(timeout: .now()) == .success }
    }

    @Test("messages are handled in the order received, and the task ends when none is left")
    func order() {
        let mailbox = Driver()
        #expect(!mailbox.state.isRunning)
        for round: UInt in [0, 10] {
            #expect(mailbox.receive(round + 1, round + 2, round + 3) == [])
            #expect(mailbox.state.isRunning)
            #expect(mailbox.next() == round + 1)
            #expect(mailbox.receive(round + 4) == [])
            #expect(mailbox.handleAll() == [round + 2, round + 3, round + 4])
            #expect(!mailbox.state.isRunning)
        }
    }

    @Test("a limit counts the messages that wait, and neither the one that is handled nor the first of a new task")
    func limit() {
        for isHandling in [false, true] {
            let oldest = Driver(.bufferingOldest(2))
            let newest = Driver(.bufferingNewest(2))
            _ = oldest.receive(1)
            _ = newest.receive(1)
            if isHandling {
                #expect(oldest.next() == 1)
                #expect(newest.next() == 1)
            }
            #expect(oldest.receive(2, 3, 4, 5) == [4, 5])
            #expect(newest.receive(2, 3, 4, 5) == [2, 3])
            #expect(oldest.state.waitingCount == 2)
            #expect(newest.state.waitingCount == 2)
            let first: [UInt] = isHandling ? [] : [1]
            #expect(oldest.handleAll() == first + [2, 3])
            #expect(newest.handleAll() == first + [4, 5])
        }
    }

    @Test("a limit of zero drops what arrives while a message is handled", arguments: [false, true])
    func limitOfZero(keepsNewest: Bool) {
        let mailbox = Driver(keepsNewest ? .bufferingNewest(0) : .bufferingOldest(0))
        #expect(mailbox.receive(1, 2) == [2])
        #expect(mailbox.next() == 1)
        #expect(mailbox.receive(3) == [3])
        #expect(mailbox.next() == nil)
        #expect(mailbox.receive(4) == [])
        #expect(mailbox.next() == 4)
    }

    @Test("a call of settled() is resumed when what arrived before it is handled, whatever arrived later")
    func settled() {
        let mailbox = Driver()
        #expect(!mailbox.wait("nothing arrived"))
        _ = mailbox.receive(1, 2)
        #expect(mailbox.wait("after 2"))
        #expect(mailbox.next() == 1)
        #expect(mailbox.wait("after 2, again"))
        _ = mailbox.receive(3)
        #expect(mailbox.wait("after 3"))
        #expect(mailbox.next() == 2)
        #expect(mailbox.resumed == [])
        #expect(mailbox.next() == 3)
        #expect(mailbox.resumed == ["after 2", "after 2, again"])
        #expect(mailbox.next() == nil)
        #expect(mailbox.resumed == ["after 2", "after 2, again", "after 3"])
        #expect(!mailbox.wait("all is handled"))
    }

    @Test("a message that a limit drops holds up no call of settled()", arguments: [false, true])
    func droppedByLimit(keepsNewest: Bool) {
        let mailbox = Driver(keepsNewest ? .bufferingNewest(1) : .bufferingOldest(1))
        #expect(mailbox.receive(1, 2, 3, 4) == (keepsNewest ? [2, 3] : [3, 4]))
        #expect(mailbox.wait("settled"))
        #expect(mailbox.next() == 1)
        #expect(mailbox.next() == (keepsNewest ? 4 : 2))
        #expect(mailbox.resumed == [])
        #expect(mailbox.next() == nil)
        #expect(mailbox.resumed == ["settled"])
    }

    @Test("messages that are dropped before the task takes the first one count as handled at once")
    func droppedBeforeStart() {
        let mailbox = Driver()
        _ = mailbox.receive(1, 2, 3)
        #expect(mailbox.wait("settled"))
        #expect(mailbox.drop() == [1, 2, 3])
        #expect(mailbox.resumed == ["settled"])
        #expect(!mailbox.wait("all is dropped"))
        // The task, which has started, takes what arrives before its first turn.
        #expect(mailbox.state.isRunning)
        #expect(mailbox.receive(4) == [])
        #expect(mailbox.handleAll() == [4])
    }

    @Test("messages that are dropped while one is handled count as handled with that one")
    func droppedWhileHandling() {
        let mailbox = Driver()
        _ = mailbox.receive(1)
        #expect(mailbox.wait("after 1"))
        _ = mailbox.receive(2, 3)
        #expect(mailbox.wait("after 3"))
        #expect(mailbox.next() == 1)
        #expect(mailbox.drop() == [2, 3])
        #expect(mailbox.state.waitingCount == 0)
        #expect(mailbox.resumed == [])
        #expect(mailbox.wait("after the drop"))
        #expect(mailbox.next() == nil)
        #expect(mailbox.resumed == ["after 1", "after 3", "after the drop"])
        #expect(!mailbox.wait("all is handled"))
        // An observer that was written by hand may still hand one on. It is waited for like any other.
        _ = mailbox.receive(4)
        #expect(mailbox.handleAll() == [4])
        #expect(!mailbox.wait("all is handled"))
    }

    @Test("nothing is dropped, and nothing waits, in a mailbox whose task has ended")
    func droppedAfterEnd() {
        let mailbox = Driver()
        _ = mailbox.receive(1)
        #expect(mailbox.handleAll() == [1])
        #expect(mailbox.drop() == [])
        #expect(!mailbox.wait("all is handled"))
        #expect(mailbox.resumed == [])
    }

    @Test("a task that has ended isn't kept while the channel is silent")
    func endedTask() {
        let mailbox = Driver()
        _ = mailbox.receive(1)
        mailbox.task = Task {}
        #expect(mailbox.handleAll() == [1])
        #expect(mailbox.task == nil)
    }

    @Test("what a test learns of a mailbox is the message that is handled, and whether settled() waits for it")
    func handling() {
        let mailbox = Driver()
        #expect(mailbox.state.handling == nil)
        _ = mailbox.receive(1, 2)
        #expect(mailbox.state.handling == 1)
        #expect(mailbox.state.channel == "Channel")
        #expect(mailbox.state.isAwaited == false)
        #expect(mailbox.wait("after 2"))
        #expect(mailbox.next() == 1)
        #expect(mailbox.state.handling == 1)
        #expect(mailbox.next() == 2)
        #expect(mailbox.state.handling == 2)
        #expect(mailbox.state.isAwaited == true)
        #expect(mailbox.next() == nil)
        #expect(mailbox.state.handling == nil)
    }
}
