import Broadcaster
import Synchronization

/// What code in front of a hot path asks a set, beside a broadcast through it.
package enum Queries {
    /// The floor of a guard: an object says whether a flag is raised.
    package static let floor = Contender("flag read", calls: .atEnd) { name, observers, tally in
        let flag = Flag()
        let answers = Answers(expected: 0)
        return Workload(
            name,
            onEnd: {
                answers.check(name)
                for observer in observers { observer.receive(tally) }
            },
            run: { times in answers.add(times) { flag.isRaised ? 1 : 0 } })
    }

    package static let ours = [
        Contender("isEmpty", calls: .atEnd) { name, observers, tally in
            let set = WeakObjectSet<any Listener>(observers)
            let answers = Answers(expected: observers.isEmpty ? 1 : 0)
            return Workload(name, onEnd: end(name, set, answers, tally)) { times in
                answers.add(times) { set.isEmpty ? 1 : 0 }
            }
        },
        Contender("count", calls: .atEnd) { name, observers, tally in
            let set = WeakObjectSet<any Listener>(observers)
            let answers = Answers(expected: observers.count)
            return Workload(name, onEnd: end(name, set, answers, tally)) { times in
                answers.add(times) { set.count }
            }
        },
        Contender("contains", calls: .atEnd) { name, observers, tally in
            let set = WeakObjectSet<any Listener>(observers)
            let answers = Answers(expected: observers.isEmpty ? 0 : 1)
            let sought: any Listener = observers.last ?? TransientObserver()
            return Workload(name, onEnd: end(name, set, answers, tally)) { times in
                answers.add(times) { set.contains(sought) ? 1 : 0 }
            }
        },
        Contender("add, removeAll", calls: .atEnd) { name, observers, tally in
            let set = WeakObjectSet<any Listener>(observers)
            return Workload(name, onEnd: end(name, set, Answers(expected: 0), tally)) { times in
                for _ in 0..<times {
                    set.removeAll()
                    for observer in observers { set.add(observer) }
                }
            }
        },
        Contender("for-in") { name, observers, tally in
            let set = WeakObjectSet<any Listener>(observers)
            return Workload(name) { times in
                for _ in 0..<times { for listener in set { listener.receive(tally) } }
            }
        },
    ]

    package static let forEach = Synchronous.ours.first { $0.name == "forEach" }!

    private static func end(
        _ name: String, _ set: WeakObjectSet<any Listener>, _ answers: Answers, _ tally: Tally
    ) -> @Sendable () -> Void {
        {
            answers.check(name)
            set.forEach { $0.receive(tally) }
        }
    }
}

private final class Flag: Sendable {
    private let raised = Atomic(false)

    /// A call, as `isEmpty` is one: the set is in another module.
    var isRaised: Bool {
        @inline(never) get { raised.load(ordering: .relaxed) }
    }
}

/// Adds the answers up, so that the optimizer keeps the questions and a wrong answer is found.
///
/// Used by one thread at a time.
private final class Answers: @unchecked Sendable {
    private let expected: Int
    private var sum = 0
    private var times = 0

    init(expected: Int) {
        self.expected = expected
    }

    @inline(__always)
    func add(_ times: Int, _ ask: () -> Int) {
        var sum = 0
        for _ in 0..<times { sum &+= ask() }
        self.sum += sum
        self.times += times
    }

    func check(_ name: String) {
        guard sum == expected * times else {
            fatalError("\(name): the answers add up to \(sum) after \(times) questions, not to \(expected * times)")
        }
    }
}
