import Foundation
import TestSupport
import Testing

@testable import Broadcaster

@Suite("The table of types", .timeLimit(.minutes(60)), .watched)
struct TypeTableTests {
    @Test("types that lie side by side in memory are spread over the table")
    func spread() {
        for stride in [8, 16, 48, 256, 4096] {
            let places = Set((0..<1024).map { TypeTable.place(of: UInt(0x5555_0000_0000 + $0 * stride), among: 2048) })
            #expect(places.count > 256)
        }
    }

    @Test("a table is at most half full, and no larger than that needs")
    func halfFull() {
        let table = TypeTable()
        let objects = (0..<65).map { _ in Written() }
        for (object, count) in zip(objects, 1...) {
            table.insert(address(of: object), for: ObjectIdentifier(object))
            #expect(2 * count <= table.size)
            #expect(table.size < 4 * count || table.size == 4)
        }
    }

    /// What one thread writes before it inserts the object, and another reads after it finds it.
    final class Written: @unchecked Sendable {
        var number = 0
    }

    @Test("a thread that finds an object finds what was written before the object was inserted")
    func written() async {
        let rounds = (0..<200).map { _ in (table: TypeTable(), objects: (0..<40).map { _ in Written() }) }
        let reading = DispatchSemaphore(value: 0)
        let wrong = Counter()
        await onThreads(2) { thread in
            for (table, objects) in rounds {
                if thread == 0 {
                    reading.wait()
                    for (number, object) in objects.enumerated() {
                        object.number = number + 1
                        table.insert(address(of: object), for: ObjectIdentifier(object))
                    }
                } else {
                    reading.signal()
                    for (number, object) in objects.enumerated() {
                        while table.object(for: ObjectIdentifier(object)) == nil {}
                        if object.number != number + 1 { wrong.increment() }
                    }
                }
            }
        }
        #expect(wrong.value == 0)
    }
}

private func address(of object: AnyObject) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
}
