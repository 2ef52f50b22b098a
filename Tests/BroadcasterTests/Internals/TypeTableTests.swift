import Foundation
import Testing

@testable import Broadcaster

@Suite("The table of types", .timeLimit(.minutes(10)))
struct TypeTableTests {
    @Test("while one thread inserts, another finds the object of an identity, or nothing")
    func readWhileInserting() async {
        let objects = (0..<40).map { _ in Counter() }
        let absent = (0..<16).map { _ in Counter() }
        let tables = (0..<400).map { _ in TypeTable() }
        let wrong = Counter()
        let read = Counter()
        await onThreads(2) { thread in
            for (number, table) in tables.enumerated() {
                if thread == 0 {
                    while read.value <= number { sched_yield() }
                    for object in objects { table.insert(address(of: object), for: ObjectIdentifier(object)) }
                    for object in objects where table.object(for: ObjectIdentifier(object)) != address(of: object) {
                        wrong.count("")
                    }
                } else {
                    read.count("")
                    repeat {
                        for object in absent where table.object(for: ObjectIdentifier(object)) != nil {
                            wrong.count("")
                        }
                    } while table.object(for: ObjectIdentifier(objects[39])) == nil
                }
            }
        }
        #expect(wrong.value == 0)
        withExtendedLifetime((objects, absent)) {}
    }
}

private func address(of object: Counter) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
}
