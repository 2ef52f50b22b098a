import Foundation
import Testing

@testable import Broadcaster

@Suite("TypeTable", .timeLimit(.minutes(10)))
struct TypeTableTests {
    @Test("while one thread inserts, another finds the object of an identity, or nothing")
    func readWhileInserting() async {
        let objects = (0..<40).map { _ in Counter() }
        let absent = (0..<16).map { _ in Counter() }
        let tables = Handover((0..<400).map { _ in TypeTable(words: .onCacheLines(count: 2)) })
        let wrong = Counter()
        let read = Counter()
        await onThreads(2) { thread in
            for (number, table) in tables.value.enumerated() {
                if thread == 0 {
                    while read.value <= number { sched_yield() }
                    for object in objects { table.insert(object, for: ObjectIdentifier(object)) }
                    for object in objects {
                        let found = table.object(for: ObjectIdentifier(object))
                        if found?.takeUnretainedValue() !== object { wrong.count("") }
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
        for table in tables.value {
            table.deallocate()
            table.words.deallocate()
        }
        #expect(wrong.value == 0)
        withExtendedLifetime((objects, absent)) {}
    }
}
