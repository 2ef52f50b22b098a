import BroadcasterAtomics
import Testing

@testable import Broadcaster

@Suite("ReaderGate", .timeLimit(.minutes(10)))
struct ReaderGateTests {
    @Test("after publishing, the gate is closed until every reader of the retired buffer has left")
    func reopens() throws {
        let first = RegistrationBuffer.make(capacity: 8)
        let gate = ReaderGate(first)
        defer { gate.deallocate() }
        #expect(gate.enter()?.toOpaque() == Unmanaged.passUnretained(first).toOpaque())

        let second = RegistrationBuffer.make(capacity: 8)
        gate.publish(second)
        #expect(!gate.reopenIfDrained())
        #expect(gate.enter() == nil)
        #expect(!gate.leave())
        #expect(gate.leave())
        #expect(gate.reopenIfDrained())
        #expect(gate.enter()?.toOpaque() == Unmanaged.passUnretained(second).toOpaque())
        #expect(!gate.leave())
    }

    @Test("its words share a cache line with nothing else")
    func cacheLines() {
        let blocks = (0..<20).map { _ in UnsafeMutablePointer<BroadcasterWord>.onCacheLines(count: 13) }
        #expect(blocks.allSatisfy { UInt(bitPattern: $0) % 128 == 0 })
        for block in blocks { block.deallocate() }
    }

    @Test("a closed gate lends no buffer, which may be reclaimed already")
    func closed() {
        let gate = ReaderGate(RegistrationBuffer.make(capacity: 8))
        defer { gate.deallocate() }
        gate.publish(RegistrationBuffer.make(capacity: 8))
        #expect(gate.enter() == nil)
    }
}
