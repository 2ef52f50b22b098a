import Foundation
import Testing

@testable import Broadcaster

@Suite("TypeTable", .timeLimit(.minutes(1)))
struct TypeTableTests {
    @Test("a look-aside that is being filled finds what was put under an identity, or nothing")
    func lookAside() async {
        let objects = (0..<40).map { _ in Counter() }
        let absent = (0..<16).map { _ in Counter() }
        let lookAsides = Handover((0..<400).map { _ in TypeTable() })
        let wrong = Counter()
        let read = Counter()
        await onThreads(2) { thread in
            for (number, lookAside) in lookAsides.value.enumerated() {
                if thread == 0 {
                    while read.value <= number { sched_yield() }
                    for object in objects { lookAside.insert(object, for: ObjectIdentifier(object)) }
                    for object in objects {
                        let found = lookAside.object(for: ObjectIdentifier(object))
                        if found?.takeUnretainedValue() !== object { wrong.count("") }
                    }
                } else {
                    read.count("")
                    repeat {
                        for object in absent where lookAside.object(for: ObjectIdentifier(object)) != nil {
                            wrong.count("")
                        }
                    } while lookAside.object(for: ObjectIdentifier(objects[39])) == nil
                }
            }
        }
        #expect(wrong.value == 0)
        withExtendedLifetime((objects, absent)) {}
    }
}
