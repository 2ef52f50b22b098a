import Broadcaster
import FirstModule
import Foundation
import SecondModule
import Testing

/// Records events in order, from any thread.
final class Log<Entry: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var written: [Entry] = []

    var entries: [Entry] { lock.withLock { written } }

    func write(_ entry: Entry) {
        lock.withLock { written.append(entry) }
    }
}

/// Calls a closure when it is deallocated.
final class Canary: @unchecked Sendable {
    private let onDeinit: () -> Void

    init(onDeinit: @escaping () -> Void = {}) {
        self.onDeinit = onDeinit
    }

    deinit { onDeinit() }
}

/// Whether a new object may get the address of a deallocated one; under Address Sanitizer it doesn't.
let reusesAddresses: Bool = {
    let addresses = (0..<1000).map { _ in ObjectIdentifier(Canary()) }
    return Set(addresses).count < addresses.count
}()

/// Whether the object that was passed to `send` is still retained after `send` returned.
func isHeld(by send: (Canary) -> Void) -> Bool {
    weak var held: Canary?
    do {
        let canary = Canary()
        held = canary
        send(canary)
    }
    return held != nil
}

/// The object that an observer of any type is, or that an existential holds.
///
/// A cast between two generic types is always dynamic. Apple's `as AnyObject` would put an `any P<Int>` into a box.
func object<T>(of observer: T) -> AnyObject {
    func dynamicCast<To>(to type: To.Type) -> To { observer as! To }
    return dynamicCast(to: AnyObject.self)
}

/// Passes a value that isn't `Sendable` to another thread, in a test that orders the uses itself.
struct Handover<Value>: @unchecked Sendable {
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// Runs `work` on a new thread, and waits for it without blocking.
func onNewThread<R: Sendable>(_ work: @escaping @Sendable () -> R) async -> R {
    await withCheckedContinuation { done in
        Thread.detachNewThread { done.resume(returning: work()) }
    }
}

/// Runs `work` on a new thread, and blocks until it is done, so that the main queue can't deliver meanwhile.
func blockingOnNewThread(_ work: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        work()
        done.signal()
    }
    done.wait()
}

/// Runs `work` on several threads at once, and waits for all of them.
func onThreads(_ count: Int, _ work: @escaping @Sendable (_ thread: Int) -> Void) async {
    await withTaskGroup(of: Void.self) { group in
        for thread in 0..<count { group.addTask { await onNewThread { work(thread) } } }
    }
}

/// Waits until something is true that other tasks or threads bring about, or until the time limit of the test cancels it.
func eventually(
    isolation: isolated (any Actor)? = #isolation, at location: SourceLocation = #_sourceLocation,
    _ condition: () -> Bool
) async {
    while !condition() && !Task.isCancelled { await Task.yield() }
    #expect(condition(), sourceLocation: location)
}

extension Trait where Self == ConditionTrait {
    /// For tests that start a process, which they can't under Thread Sanitizer on Apple's platforms.
    ///
    /// There, the sanitizer's library removes itself from the environment of child processes, which then abort at their
    /// first step. A test that expects a failure would pass without having run.
    static var startsProcess: Self {
        .disabled(if: isUnderDarwinsThreadSanitizer, "Thread Sanitizer keeps processes from starting on this system")
    }
}

private let isUnderDarwinsThreadSanitizer: Bool = {
    #if canImport(Darwin)
        symbol("__tsan_init") != nil
    #else
        false
    #endif
}()

/// What a program printed before it stopped.
func errorOutput(of result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}

/// Expects that a program stopped with a message that contains each of these parts.
func expectMessage(
    _ result: ExitTest.Result?, contains parts: String..., at location: SourceLocation = #_sourceLocation
) {
    let message = errorOutput(of: result)
    for part in parts { #expect(message.contains(part), sourceLocation: location) }
}

/// A channel for the main actor; each test that uses it has a broadcaster of its own.
protocol WordObserver {
    func receive(_ word: String)
}

/// Logs the words that it receives, with its name.
final class WordLogger: WordObserver {
    let name: String
    let log: Log<String>
    var onReceiving: ((_ word: String) -> Void)?
    var onDeinit: ((WordLogger) -> Void)?

    init(_ name: String, _ log: Log<String>) {
        self.name = name
        self.log = log
    }

    func receive(_ word: String) {
        log.write("\(name) \(word)")
        onReceiving?(word)
    }

    deinit { onDeinit?(self) }
}

extension WordLogger: FirstModule.Update, SecondModule.Update {
    func update() { receive("update") }
}

/// A channel for any thread.
protocol Incrementing: Sendable {
    func increment()
}

/// Counts calls, on any thread.
final class Counter: Incrementing, @unchecked Sendable {
    private let lock = NSLock()
    private var counted = 0

    var value: Int { lock.withLock { counted } }

    func increment() { lock.withLock { counted += 1 } }
}

/// A key that is an object, and equal to another of the same name.
final class Room: Hashable, CustomStringConvertible, Sendable {
    let name: String
    private let onDescription: (@Sendable () -> Void)?
    private let onDeinit: (@Sendable () -> Void)?

    init(
        _ name: String, onDescription: (@Sendable () -> Void)? = nil, onDeinit: (@Sendable () -> Void)? = nil
    ) {
        self.name = name
        self.onDescription = onDescription
        self.onDeinit = onDeinit
    }

    static func == (left: Room, right: Room) -> Bool { left.name == right.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }

    var description: String {
        onDescription?()
        return name
    }

    deinit { onDeinit?() }
}

/// The key of a test that runs with a key, and without one.
func keyOrNone(_ key: String?) -> any Hashable & Sendable {
    guard let key else { return Broadcaster.NoKey() }
    return key
}

/// Observes two protocols.
class BothChannels: WordObserver, Incrementing, @unchecked Sendable {
    let log: Log<String>

    init(_ log: Log<String>) { self.log = log }

    func receive(_ word: String) { log.write("hear") }
    func increment() { log.write("count") }
}

/// A value with its lock.
final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) {
        self.value = value
    }

    func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
        try lock.withLock { try body(&value) }
    }
}

extension UploadObserverMessage {
    /// The name of what was uploaded.
    var name: String {
        if case .uploadDidFinish(let name, _) = self { name } else { "" }
    }
}
