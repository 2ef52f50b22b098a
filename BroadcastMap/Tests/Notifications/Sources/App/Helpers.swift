import Foundation

extension Notification.Name {
    static let began = Notification.Name("began")
    static let ended = Notification.Name("ended")
    static let failed = Notification.Name("failed")
    static let paused = Notification.Name("paused")

    /// The name is the receiver.
    func post(object: Any? = nil) {
        NotificationCenter.default.post(name: self, object: object, userInfo: ["source": "name"])
    }

    @discardableResult
    func observe(queue: OperationQueue? = nil, _ block: @escaping @Sendable (Notification) -> Void)
        -> any NSObjectProtocol
    {
        NotificationCenter.default.addObserver(forName: self, object: nil, queue: queue, using: block)
    }
}

extension NotificationCenter {
    /// Hops to the main queue, wherever it is called.
    static func postOnMain(_ name: Notification.Name, userInfo: [String: Bool]? = nil) {
        DispatchQueue.main.async {
            NotificationCenter.default.post(name: name, object: nil, userInfo: userInfo)
        }
    }
}

protocol Posting {
    func post(_ text: String)
}

/// Passes on a string, as the witness of a requirement.
struct Poster: Posting {
    func post(_ text: String) {
        NotificationCenter.default.post(name: Notification.Name(rawValue: text), object: self)
    }
}

final class Download {
    private var tokens: [any NSObjectProtocol] = []
    private let poster: any Posting = Poster()

    func start() {
        Notification.Name.began.post(object: self)
        Notification.Name("ended").post()
        NotificationCenter.postOnMain(.failed, userInfo: ["isFatal": true])
        poster.post("paused")
        send(.init(name: .failed, userInfo: ["isFatal": false]))
    }

    private func send(_ notification: Notification) {
        NotificationCenter.default.post(notification)
    }

    func follow() {
        observe(.began)
        observe(.ended)
        tokens.append(Notification.Name.failed.observe(queue: .main) { _ in })
        Notification.Name.paused.observe { _ in }
    }

    private func observe(_ name: Notification.Name) {
        let token = NotificationCenter.default.addObserver(forName: name, object: self, queue: .main) { _ in }
        tokens.append(token)
    }
}

/// The index doesn't know local functions.
final class Panel {
    private var tokens: [any NSObjectProtocol] = []

    func show() {
        func observe(_ name: Notification.Name, _ block: @escaping @Sendable (Notification) -> Void) {
            let center = NotificationCenter.default
            tokens.append(center.addObserver(forName: name, object: self, queue: .main, using: block))
        }
        observe(.began) { print($0.userInfo?["source"] as Any) }
        observe(.paused) { _ in Notification.Name.paused.post() }
        func observeEnd(of name: Notification.Name = .ended, _ block: @escaping @Sendable (Notification) -> Void) {
            observe(name, block)
        }
        observeEnd { _ in }
        do {
            func observe(_ text: String) {}
            observe("not a name")
        }
    }

    @MainActor
    func hide(_ name: Notification.Name) {
        func first(_ name: Notification.Name = .failed, again: Bool) {
            if again { second(name) }
            DispatchQueue.global().async { NotificationCenter.default.post(name: name, object: nil) }
        }
        func second(_ name: Notification.Name) { first(name, again: false) }
        second(.ended)
        first(again: true)
        second(name)
        [Notification.Name.began].forEach(second)
    }

    @MainActor
    func close() { hide(.began) }
}
