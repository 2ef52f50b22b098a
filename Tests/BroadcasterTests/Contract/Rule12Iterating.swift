import Broadcaster
import Testing

extension DeliveryContract {
    @Suite("12. A walk keeps the same rules")
    @MainActor
    struct Walks {
        let log = Log<String>()

        enum Way: CaseIterable {
            case forIn, forEach, invoke

            @MainActor
            func walk(_ observers: @autoclosure () -> [Named], doing body: (any Hearing, Change) -> Void) {
                switch self {
                case .forIn:
                    let set = WeakObjectSet<any Hearing>(observers())
                    for observer in set { body(observer, Change(set.add, set.remove)) }
                case .forEach:
                    let set = WeakObjectSet<any Hearing>(observers())
                    set.forEach { body($0, Change(set.add, set.remove)) }
                case .invoke:
                    let delegates = MulticastDelegate<any Hearing>(observers())
                    delegates.invoke { body($0, Change(delegates.add, delegates.remove)) }
                }
            }
        }

        struct Change {
            let add: (any Hearing) -> Void
            let remove: (any Hearing) -> Void

            init(_ add: @escaping (any Hearing) -> Void, _ remove: @escaping (any Hearing) -> Void) {
                self.add = add
                self.remove = remove
            }
        }

        @Test("in order, once each, here and now", arguments: Way.allCases)
        func inOrder(way: Way) {
            let observers = (0..<100).map { Named("\($0)", log) }
            way.walk(observers + observers) { observer, _ in observer.hear("1") }
            #expect(log.entries == (0..<100).map { "\($0) 1" })
            withExtendedLifetime(observers) {}
        }

        @Test("membership is fixed when it starts, and checked again before each call", arguments: Way.allCases)
        func changes(way: Way) {
            let observers = (0..<6).map { Named("\($0)", log) }
            let late = Named("late", log)
            way.walk(observers) { observer, set in
                observer.hear("1")
                set.add(late)
                set.remove(observers[2])
                set.remove(observers[3])
                set.add(observers[3])
                set.remove(observers[0])
            }
            #expect(log.entries == ["0 1", "1 1", "4 1", "5 1"])
        }

        @Test("whole sets that are replaced during a walk disturb nobody", arguments: Way.allCases)
        func manyChanges(way: Way) {
            let observers = (0..<100).map { Named("\($0)", log) }
            let others = (0..<1000).map { Named("other \($0)", log) }
            way.walk(observers) { observer, set in
                observer.hear("1")
                guard log.entries.count == 1 else { return }
                for other in others { set.add(other) }
                for observer in observers where observer.name.hasSuffix("0") { set.remove(observer) }
                for other in others { set.remove(other) }
            }
            #expect(log.entries == (0..<100).filter { $0 == 0 || $0 % 10 != 0 }.map { "\($0) 1" })
        }

        @Test("who dies before its turn is not called, and nobody is held beyond its own turn", arguments: Way.allCases)
        func deaths(way: Way) {
            var owned: [String: Named] = [:]
            for name in ["a", "b", "c"] { owned[name] = Named(name, log) }
            weak let weakA = owned["a"]
            way.walk(["a", "b", "c"].map { owned[$0]! }) { observer, _ in
                observer.hear("1")
                switch log.entries.count {
                case 1:
                    owned["a"] = nil
                    owned["b"] = nil
                default:
                    #expect(weakA == nil)
                }
            }
            #expect(log.entries == ["a 1", "c 1"])
        }

        @Test("walks within walks", arguments: Way.allCases)
        func nested(way: Way) {
            let observers = (0..<3).map { Named("\($0)", log) }
            way.walk(observers) { outer, _ in
                way.walk(observers) { inner, _ in inner.hear((outer as? Named)!.name) }
            }
            #expect(log.entries == (0..<3).flatMap { outer in (0..<3).map { "\($0) \(outer)" } })
            withExtendedLifetime(observers) {}
        }

        struct Refusal: Error {}

        @Test("forEach and invoke rethrow the first error, and stop there")
        func errors() {
            let observers = (0..<5).map { Named("\($0)", log) }
            let set = WeakObjectSet<any Hearing>(observers)
            let delegates = MulticastDelegate<any Hearing>(observers)
            func refuse(_ observer: any Hearing) throws {
                observer.hear("1")
                if log.entries.count % 3 == 0 { throw Refusal() }
            }
            #expect(throws: Refusal.self) { try set.forEach(refuse) }
            #expect(log.entries == ["0 1", "1 1", "2 1"])
            #expect(throws: Refusal.self) { try delegates.invoke(refuse) }
            #expect(log.entries.count == 6)
            withExtendedLifetime(observers) {}
        }
    }
}
