import Agents
import Broadcaster
import Explorer
import Glibc

/// A program of two or three agents, and what must hold in all orders of their steps.
struct Program: Sendable {
    let name: String
    /// What is found, in a program that tests the explorer.
    let expected: String?
    let make: @Sendable (Run) -> Void

    /// - Parameters:
    ///   - name: A sentence that says what holds.
    ///   - expected: The beginning of what is found in a program that is wrong.
    ///   - make: Makes objects and threads; called before each run.
    init(_ name: String, finds expected: String? = nil, make: @escaping @Sendable (Run) -> Void) {
        self.name = name
        self.expected = expected
        self.make = make
    }

    /// A program with a broadcaster of its own.
    init(_ name: String, make: @escaping @Sendable (Run, Broadcaster) -> Void) {
        self.init(name) { run in make(run, Broadcaster()) }
    }
}

/// One run of a program.
///
/// `@unchecked` because one agent runs at a time.
final class Run: @unchecked Sendable {
    private var problems: [String] = []
    private var notes: [String] = []
    private var check: () -> Void = {}
    /// What lives until the end of the run.
    private var kept: [AnyObject] = []
    /// A queue for broadcasts.
    let queue = LibraryQueue(label: "test")

    /// Adds a thread.
    func thread(_ name: String, _ body: @escaping () -> Void) { Work(body).spawn(named: name) }

    /// Adds a task, which must end.
    @discardableResult
    func task(_ name: String, _ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        ExplorerMustEnd(1, name)
        return Task.detached {
            await body()
            ExplorerMustEnd(-1, name)
        }
    }

    /// Keeps an object until the end of the run.
    func keep<Object: AnyObject>(_ object: Object) -> Object {
        kept.append(object)
        return object
    }

    /// Says what holds when all agents have ended.
    func afterwards(_ check: @escaping () -> Void) { self.check = check }

    /// Notes something that happened, as a step; in user code, where no lock may be held.
    func note(_ text: String) {
        expectNoLock(text)
        ExplorerStep(ExplorerWrite, address(of: self), "notes: \(text)", "")
        notes.append(text)
    }

    /// What was noted, in order.
    var noted: [String] {
        ExplorerStep(ExplorerRead, address(of: self), "reads the notes", "")
        return notes
    }

    func expectNoLock(_ text: String) { expect(ExplorerHeldCount() == 0, "user code under a lock: \(text)") }

    func expect(_ condition: Bool, _ problem: @autoclosure () -> String) {
        if !condition { problems.append(problem()) }
    }

    /// What is wrong, if anything is.
    fileprivate func end() -> String? {
        check()
        check = {}
        kept = []
        return problems.first.map { "\($0); noted: \(notes.joined(separator: ", "))" }
    }
}

/// A variable that agents share; reading and writing it are steps.
final class Shared<Value>: @unchecked Sendable {
    private var stored: Value

    init(_ value: Value) { stored = value }

    var value: Value {
        get {
            ExplorerStep(ExplorerRead, address(of: self), "reads", "variable")
            return stored
        }
        set {
            ExplorerStep(ExplorerWrite, address(of: self), "writes", "variable")
            stored = newValue
        }
    }
}

extension Shared {
    /// Releases the value.
    func clear<Wrapped>() where Value == Wrapped? { value = nil }
}

/// Lets other agents go on, in a task.
func pause() async { await Task.yield() }

extension AsyncSequence where Self: Sendable {
    /// Calls a closure with each element until it returns `false`.
    ///
    /// A loop's own calls of `next()` aren't seen.
    func take(_ body: (Element) async -> Bool) async where Failure == Never {
        var iterator = makeAsyncIterator()
        StreamStep.next()
        while let element = await iterator.next(isolation: nil), await body(element) { StreamStep.next() }
    }
}

extension Program {
    /// Runs the program in all orders, in a separate process.
    func explore(_ options: ExplorerOptions, into result: UnsafeMutablePointer<ExplorerResult>) {
        let exploration = Exploration(self, options, result)
        ExplorerInProcess(
            { Unmanaged<Exploration>.fromOpaque($0!).takeUnretainedValue().run() },
            Unmanaged.passUnretained(exploration).toOpaque())
        withExtendedLifetime(exploration) {}
    }
}

private final class Exploration {
    private let program: Program
    private let options: ExplorerOptions
    private let result: UnsafeMutablePointer<ExplorerResult>
    private var current: Run?

    init(_ program: Program, _ options: ExplorerOptions, _ result: UnsafeMutablePointer<ExplorerResult>) {
        self.program = program
        self.options = options
        self.result = result
    }

    func run() {
        ExplorerExplore(
            options,
            { context in
                let exploration = Unmanaged<Exploration>.fromOpaque(context!).takeUnretainedValue()
                let run = Run()
                exploration.current = run
                exploration.program.make(run)
            },
            { context in
                let exploration = Unmanaged<Exploration>.fromOpaque(context!).takeUnretainedValue()
                defer { exploration.current = nil }
                return exploration.current?.end().flatMap { strdup($0) }
            }, Unmanaged.passUnretained(self).toOpaque(), result)
    }
}
