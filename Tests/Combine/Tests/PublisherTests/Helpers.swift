import Combine
import Foundation

#if swift(>=6)
    import Publisher
#else
    import Publisher5
#endif

protocol UploadObserver {
    func uploadDidFinish(_ name: String)
    func uploadDidFail()
}

enum UploadObserverMessage: BroadcastMessage, Equatable {
    case uploadDidFinish(String)
    case uploadDidFail

    @MainActor
    func send(to observer: any UploadObserver) {
        switch self {
        case .uploadDidFinish(let name): observer.uploadDidFinish(name)
        case .uploadDidFail: observer.uploadDidFail()
        }
    }

    @MainActor
    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any UploadObserver {
        Observer(receive: receive)
    }

    private final class Observer: UploadObserver {
        let receive: @Sendable (UploadObserverMessage) -> Void

        init(receive: @escaping @Sendable (UploadObserverMessage) -> Void) { self.receive = receive }

        func uploadDidFinish(_ name: String) { receive(.uploadDidFinish(name)) }
        func uploadDidFail() { receive(.uploadDidFail) }
    }

    var name: String? {
        if case .uploadDidFinish(let name) = self { name } else { nil }
    }
}

protocol OrderObserver: Sendable {
    func orderPlaced(_ number: Int)
}

enum OrderObserverMessage: SendableBroadcastMessage {
    case orderPlaced(Int)

    func send(to observer: any OrderObserver) {
        switch self {
        case .orderPlaced(let number): observer.orderPlaced(number)
        }
    }

    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any OrderObserver {
        Observer(receive: receive)
    }

    private final class Observer: OrderObserver {
        let receive: @Sendable (OrderObserverMessage) -> Void

        init(receive: @escaping @Sendable (OrderObserverMessage) -> Void) { self.receive = receive }

        func orderPlaced(_ number: Int) { receive(.orderPlaced(number)) }
    }
}

final class Document {}

protocol DocumentObserver {
    func documentDidClose(_ document: Document)
}

/// A message that isn't `Sendable`.
enum DocumentObserverMessage: BroadcastMessage {
    case documentDidClose(Document)

    @MainActor
    func send(to observer: any DocumentObserver) {
        switch self {
        case .documentDidClose(let document): observer.documentDidClose(document)
        }
    }

    @MainActor
    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any DocumentObserver {
        Observer(receive: receive)
    }

    private final class Observer: DocumentObserver {
        let receive: @Sendable (DocumentObserverMessage) -> Void

        init(receive: @escaping @Sendable (DocumentObserverMessage) -> Void) { self.receive = receive }

        func documentDidClose(_ document: Document) { receive(.documentDidClose(document)) }
    }
}

/// Records what subscribers receive, in order.
@MainActor
final class Log {
    var entries: [String] = []
}

/// A subscriber that asks for as many values as its test does.
@MainActor
final class PatientSubscriber: @preconcurrency Subscriber {
    private(set) var names: [String?] = []
    private(set) var subscription: (any Subscription)?
    /// What each value adds to the demand.
    var furtherDemand = Subscribers.Demand.none

    func receive(subscription: any Subscription) { self.subscription = subscription }

    func receive(_ message: UploadObserverMessage) -> Subscribers.Demand {
        names.append(message.name)
        return furtherDemand
    }

    func receive(completion: Subscribers.Completion<Never>) {}
}

extension Broadcaster {
    /// Sends a message for each name, and waits until they are delivered.
    @MainActor
    func deliver(_ names: String...) async {
        for name in names { notify(UploadObserverMessage.uploadDidFinish(name)) }
        await settled()
    }
}

/// Runs `work` on a new thread, and waits for it without blocking.
func onNewThread(_ work: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { done in
        Thread.detachNewThread {
            work()
            done.resume()
        }
    }
}

/// How many bytes this process has allocated and not freed.
func bytesAllocated() -> Int {
    // Foundation doesn't declare `mallinfo2()`, which returns a structure of ten words. `rusage` is a structure with
    // room for them, and is returned in memory as well.
    typealias Function = @convention(c) () -> rusage
    let statistics = unsafeBitCast(symbol("mallinfo2"), to: Function.self)()
    return withUnsafeBytes(of: statistics) { bytes in
        let words = bytes.bindMemory(to: Int.self)
        let (allocatedInMappings, allocatedInArenas) = (words[4], words[7])
        return allocatedInMappings + allocatedInArenas
    }
}

func symbol(_ name: String) -> UnsafeMutableRawPointer? {
    dlsym(dlopen(nil, RTLD_NOW), name)
}
