import Broadcaster
import TestSupport
import Testing

/// A way to observe a protocol.
struct ObservingForm: CaseIterable, CustomTestStringConvertible, Sendable {
    enum Kind: CaseIterable { case object, closure, ownersClosure, awaitingClosure, awaitingOwnersClosure, sequence }

    enum Isolation: CaseIterable {
        /// Of a protocol that isn't `Sendable`.
        case plain
        case anyThread
        /// On the main actor, although the protocol is `Sendable`.
        case mainActor
    }

    let kind: Kind
    let isolation: Isolation
    /// Whether it is registered with a static method.
    let isStatic: Bool
    let hasKey: Bool

    static let allCases: [ObservingForm] = [false, true].flatMap { isStatic in
        [false, true].flatMap { hasKey in
            Isolation.allCases.flatMap { isolation in
                Kind.allCases.filter { isolation != .mainActor || $0 != .object && $0 != .sequence }
                    .map { ObservingForm(kind: $0, isolation: isolation, isStatic: isStatic, hasKey: hasKey) }
            }
        }
    }

    /// The forms that the delivery itself calls, on the main queue.
    static let inDelivery = allCases.filter { [.object, .closure, .ownersClosure].contains($0.kind) }

    var testDescription: String {
        "\(kind), \(isolation)\(hasKey ? ", with a key" : "")\(isStatic ? ", static" : "")"
    }

    var hasToken: Bool { kind == .closure || kind == .awaitingClosure }

    var key: any Hashable & Sendable { keyOrNone(hasKey ? "lobby" : nil) }

    enum End: CaseIterable { case protocolUnregistered, keyUnregistered, observerUnregistered, canceled, released }

    /// Each form with each way in which its registration may end.
    static let ends: [(ObservingForm, End)] = allCases.flatMap { form in
        End.allCases
            .filter { end in
                switch end {
                case .protocolUnregistered, .keyUnregistered, .released: true
                case .observerUnregistered: form.kind == .object
                case .canceled: form.hasToken
                }
            }
            .map { (form, $0) }
    }

    /// Sends a number to the protocol that the form observes.
    func send(_ number: Int, with broadcaster: Broadcaster, for key: any Hashable & Sendable) {
        if isolation == .plain {
            broadcaster.notify(UploadObserverMessage.uploadDidFinish("", bytes: number), for: key)
        } else {
            broadcaster.notify(OrderObserverMessage.orderPlaced(number), for: key)
        }
    }

    /// Registers an observer that passes on the numbers that it receives.
    @MainActor
    func observe(
        with broadcaster: Broadcaster, _ receive: @escaping @Sendable (Int) -> Void = { _ in }
    ) -> RegisteredForm {
        let registered = RegisteredForm(self, with: broadcaster)
        Broadcaster.$current.withValue(isStatic ? broadcaster : .shared) {
            switch isolation {
            case .plain: observe(UploadObserverMessage.self, in: registered) { receive($0.bytes) }
            case .mainActor: observe(OrderObserverMessage.self, in: registered) { receive($0.number) }
            case .anyThread: observeAnywhere(OrderObserverMessage.self, in: registered) { receive($0.number) }
            }
        }
        return registered
    }

    @MainActor
    private func observe<M: Broadcaster.Message>(
        _ type: M.Type, in registered: RegisteredForm, _ receive: @escaping @Sendable (M) -> Void
    ) {
        let broadcaster = registered.broadcaster
        let block: @MainActor (M) -> Void = { receive($0) }
        let ownersBlock: @MainActor (Canary, M) -> Void = { receive($1) }
        let awaiting: @MainActor (M) async -> Void = {
            await Task.yield()
            receive($0)
        }
        let ownersAwaiting: @MainActor (Canary, M) async -> Void = {
            await Task.yield()
            receive($1)
        }
        switch (kind, isStatic) {
        case (.object, true):
            Broadcaster.register(M.Channel.self, for: key, observer: keep(M.makeObserver(receive), in: registered))
        case (.object, false):
            broadcaster.register(M.Channel.self, for: key, observer: keep(M.makeObserver(receive), in: registered))
        case (.closure, true): registered.observation = Broadcaster.observe(type, for: key, block: block)
        case (.closure, false): registered.observation = broadcaster.observe(type, for: key, block: block)
        case (.ownersClosure, true):
            Broadcaster.observe(type, for: key, owner: registered.makeOwner(), block: ownersBlock)
        case (.ownersClosure, false):
            broadcaster.observe(type, for: key, owner: registered.makeOwner(), block: ownersBlock)
        case (.awaitingClosure, true):
            registered.observation = Broadcaster.observe(type, for: key, block: awaiting)
        case (.awaitingClosure, false):
            registered.observation = broadcaster.observe(type, for: key, block: awaiting)
        case (.awaitingOwnersClosure, true):
            Broadcaster.observe(type, for: key, owner: registered.makeOwner(), block: ownersAwaiting)
        case (.awaitingOwnersClosure, false):
            broadcaster.observe(type, for: key, owner: registered.makeOwner(), block: ownersAwaiting)
        case (.sequence, true): registered.read(Broadcaster.messages(of: type, for: key), receive)
        case (.sequence, false): registered.read(broadcaster.messages(of: type, for: key), receive)
        }
    }

    /// Does the same with the overloads for any thread.
    @MainActor
    private func observeAnywhere<M: Broadcaster.SendableMessage>(
        _ type: M.Type, in registered: RegisteredForm, _ receive: @escaping @Sendable (M) -> Void
    ) {
        let broadcaster = registered.broadcaster
        let ownersBlock: @Sendable (Canary, M) -> Void = { receive($1) }
        let awaiting: @Sendable (M) async -> Void = {
            await Task.yield()
            receive($0)
        }
        let ownersAwaiting: @Sendable (Canary, M) async -> Void = {
            await Task.yield()
            receive($1)
        }
        switch (kind, isStatic) {
        case (.object, true):
            Broadcaster.register(M.Channel.self, for: key, observer: keep(M.makeObserver(receive), in: registered))
        case (.object, false):
            broadcaster.register(M.Channel.self, for: key, observer: keep(M.makeObserver(receive), in: registered))
        case (.closure, true): registered.observation = Broadcaster.observe(type, for: key, block: receive)
        case (.closure, false): registered.observation = broadcaster.observe(type, for: key, block: receive)
        case (.ownersClosure, true):
            Broadcaster.observe(type, for: key, owner: registered.makeOwner(), block: ownersBlock)
        case (.ownersClosure, false):
            broadcaster.observe(type, for: key, owner: registered.makeOwner(), block: ownersBlock)
        case (.awaitingClosure, true):
            registered.observation = Broadcaster.observe(type, for: key, block: awaiting)
        case (.awaitingClosure, false):
            registered.observation = broadcaster.observe(type, for: key, block: awaiting)
        case (.awaitingOwnersClosure, true):
            Broadcaster.observe(type, for: key, owner: registered.makeOwner(), block: ownersAwaiting)
        case (.awaitingOwnersClosure, false):
            broadcaster.observe(type, for: key, owner: registered.makeOwner(), block: ownersAwaiting)
        case (.sequence, true): registered.read(Broadcaster.messages(of: type, for: key), receive)
        case (.sequence, false): registered.read(broadcaster.messages(of: type, for: key), receive)
        }
    }

    /// Lets what is registered retain an observer.
    @MainActor
    private func keep<Observer>(_ observer: Observer, in registered: RegisteredForm) -> Observer {
        registered.object = object(of: observer)
        return observer
    }
}

/// What is registered in a form, until it ends.
@MainActor
final class RegisteredForm {
    let form: ObservingForm
    let broadcaster: Broadcaster
    /// The observer, or the owner of the closure.
    fileprivate var object: AnyObject? {
        didSet { weakObject = object ?? weakObject }
    }

    private weak var weakObject: AnyObject?
    fileprivate var observation: Broadcaster.Observation?
    /// Receives what a sequence has buffered, until it ends.
    private var read: (@MainActor () async -> Void)?

    fileprivate init(_ form: ObservingForm, with broadcaster: Broadcaster) {
        self.form = form
        self.broadcaster = broadcaster
    }

    fileprivate func makeOwner() -> Canary {
        let owner = Canary()
        object = owner
        return owner
    }

    fileprivate func read<M>(_ messages: AsyncStream<M>, _ receive: @escaping @Sendable (M) -> Void) {
        read = { for await message in messages { receive(message) } }
    }

    /// Waits until everything that was sent is received.
    ///
    /// A sequence has to end for that.
    func settle() async {
        await broadcaster.settled()
        guard let read else { return }
        broadcaster.unregister(UploadObserver.self)
        broadcaster.unregister(OrderObserver.self)
        await read()
    }

    func end(by end: ObservingForm.End) {
        switch end {
        case .protocolUnregistered:
            broadcaster.unregister(UploadObserver.self)
            broadcaster.unregister(OrderObserver.self)
        case .keyUnregistered:
            broadcaster.unregister(UploadObserver.self, for: form.key)
            broadcaster.unregister(OrderObserver.self, for: form.key)
        case .observerUnregistered: broadcaster.unregister(observer: object!)
        case .canceled: observation?.cancel()
        case .released: release()
        }
    }

    /// Whether nothing retains the observer or the owner any longer.
    var isDeallocated: Bool { weakObject == nil }

    func release() {
        object = nil
        observation = nil
        read = nil
    }
}

extension UploadObserverMessage {
    fileprivate var bytes: Int {
        if case .uploadDidFinish(_, let bytes) = self { bytes } else { 0 }
    }
}

extension OrderObserverMessage {
    fileprivate var number: Int {
        switch self {
        case .orderPlaced(let number): number
        }
    }
}
