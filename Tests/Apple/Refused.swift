// What Tests/Apple/run must find for iOS 13, so that each of its runs shows that it finds something. Nothing else compiles this.
import Combine
import Foundation
import Synchronization
import Testing

func later(publisher: AnyPublisher<Int, Never>, failing: AnyPublisher<Int, any Error>, text: String) async throws {
    _ = ContinuousClock.now  // refused: 'ContinuousClock' is only available in iOS 16.0
    try await Task.sleep(for: .seconds(1))  // refused: 'sleep(for:tolerance:clock:)' is only available in iOS 16
    _ = text.contains(/a+/)  // refused: 'Regex' is only available in iOS 16.0
    _ = text.split(separator: "ab")  // refused: 'split(separator:maxSplits:omittingEmptySubsequences:)' is only
    _ = publisher.flatMap { _ in failing }  // refused: 'flatMap(maxPublishers:_:)' is only available in iOS 14.0
    #if DEBUG
        _ = URL(filePath: "/")  // refused: 'init(filePath:directoryHint:relativeTo:)' is only available
    #endif
}

final class Store<each Value> {}  // refused: parameter packs in generic types are only available in iOS 17.0.0

struct Row<let count: Int> {}  // refused: values in generic types are only available in iOS 26.0.0

struct State: ~Copyable {
    let lock = Mutex(0)  // refused: 'Mutex' is only available in iOS 18.0
}

@Suite(.timeLimit(.minutes(1)))  // refused: 'timeLimit' is only available in iOS 16.0
struct Tests {}

func blocking(lock: NSLock, group: DispatchGroup) async {
    lock.lock()  // refused: instance method 'lock' is unavailable from asynchronous contexts
    group.wait()  // refused: instance method 'wait' is unavailable from asynchronous contexts
    Thread.sleep(forTimeInterval: 1)  // refused: class method 'sleep' is unavailable from asynchronous contexts
    dispatchMain()  // refused: global function 'dispatchMain' is unavailable from asynchronous contexts
}
