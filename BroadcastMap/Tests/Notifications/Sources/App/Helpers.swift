import Foundation

extension Notification.Name {
    //: channel Notification.Name.began
    //: check object: object: self becomes a key, which each post must pass, too
    //: check self: Download posts and observes it: it will be called later, and after its own posts
    //: check self: Panel posts and observes it: it will be called later, and after its own posts
    static let began = Notification.Name("began")
    //: channel Notification.Name.ended
    //: check object: object: self becomes a key, which each post must pass, too
    //: check self: Download posts and observes it: it will be called later, and after its own posts
    //: check self: Panel posts and observes it: it will be called later, and after its own posts
    static let ended = Notification.Name("ended")
    //: channel Notification.Name.failed
    //: check self: Download posts and observes it: it will be called later, and after its own posts
    static let failed = Notification.Name("failed")
    //: channel Notification.Name.paused
    //: check echo: feedback loop: a closure in Panel.show() posts it again; delivered later, it may never end
    //: check object: object: self becomes a key, which each post must pass, too
    //: check self: Download posts and observes it: it will be called later, and after its own posts
    //: check self: Panel posts and observes it: it will be called later, and after its own posts
    //: check token: nothing keeps the token of the closure in Download.follow(): it observes forever, and an
    //:     Observation that nothing keeps ends at once
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
        //: post Notification.Name.began: Download.start(); object: self; userInfo: "source"
        Notification.Name.began.post(object: self)
        //: post Notification.Name.ended: Download.start(); object: nil; userInfo: "source"
        Notification.Name("ended").post()
        //: post Notification.Name.failed: Download.start(); object: nil; userInfo: "isFatal"
        NotificationCenter.postOnMain(.failed, userInfo: ["isFatal": true])
        //: post Notification.Name.paused: Download.start(); object: poster
        poster.post("paused")
        //: post Notification.Name.failed: Download.start(); userInfo: "isFatal"
        send(.init(name: .failed, userInfo: ["isFatal": false]))
    }

    private func send(_ notification: Notification) {
        NotificationCenter.default.post(notification)
    }

    func follow() {
        //: closure Notification.Name.began: a closure in Download.follow(); object: self; queue: .main
        observe(.began)
        //: closure Notification.Name.ended: a closure in Download.follow(); object: self; queue: .main
        observe(.ended)
        //: closure Notification.Name.failed: a closure in Download.follow(); object: nil; queue: .main
        tokens.append(Notification.Name.failed.observe(queue: .main) { _ in })
        //: closure Notification.Name.paused: a closure in Download.follow(); object: nil; queue: nil
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
        //: closure Notification.Name.began: a closure in Panel.show(); object: self; queue: .main; reads "source"
        observe(.began) { print($0.userInfo?["source"] as Any) }
        //: closure Notification.Name.paused: a closure in Panel.show(); object: self; queue: .main
        //: post Notification.Name.paused: Panel.show(); object: nil; userInfo: "source"
        observe(.paused) { _ in Notification.Name.paused.post() }
        func observeEnd(of name: Notification.Name = .ended, _ block: @escaping @Sendable (Notification) -> Void) {
            observe(name, block)
        }
        //: closure Notification.Name.ended: a closure in Panel.show(); object: self; queue: .main
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
        //: post Notification.Name.ended: Panel.hide(_:); object: nil
        second(.ended)
        //: post Notification.Name.failed: Panel.hide(_:); object: nil
        first(again: true)
        second(name)
        //: unresolved Panel.hide(_:): a function is passed as a value
        [Notification.Name.began].forEach(second)
    }

    @MainActor
    //: post Notification.Name.began: Panel.close(); object: nil
    func close() { hide(.began) }
}
