// Parameters that ask for one answer, which many delegates or observers may give.

import Broadcaster

typealias Policy = (Bool) -> Void

// Delegates as UIKit, WebKit and WatchConnectivity have them.
@MainActor
@Multicast
protocol PageDelegate: AnyObject {
    func page(_ name: String, decisionHandler: @escaping @MainActor @Sendable (Bool) -> Void)
    // expected-warning@-1 {{each delegate can call 'decisionHandler', so its caller gets several answers, or none without delegates; return the answer instead, or write '@Multicast(combinesAnswers: true)' if the stand-in class or the caller combines the answers}}
    // expected-note@-2 {{write '@Multicast(combinesAnswers: true)'}}
    func page(_ name: String, withCompletionHandler completionHandler: (() -> Void)?)
    // expected-warning@-1 {{each delegate can call 'completionHandler', so}}
    // expected-note@-2 {{write '@Multicast(combinesAnswers: true)'}}
    func page(_ name: String, replyHandler: @escaping Policy)
    // expected-warning@-1 {{each delegate can call 'replyHandler', so}}
    // expected-note@-2 {{write '@Multicast(combinesAnswers: true)'}}
    func page(_ name: String, load: @escaping (Result<Int, any Error>) -> Void)
    // expected-warning@-1 {{each delegate can call 'load', so}}
    // expected-note@-2 {{write '@Multicast(combinesAnswers: true)'}}
    func page(_ name: String, continuation: CheckedContinuation<Bool, Never>)
    // expected-warning@-1 {{each delegate can resume 'continuation', which must be resumed exactly once; return the value instead, or write '@Multicast(combinesAnswers: true)' if the stand-in class or the caller combines the answers}}
    // expected-note@-2 {{write '@Multicast(combinesAnswers: true)'}}
    func page(_ name: String, progress: @escaping (Double) -> Void)
}

nonisolated final class PageDelegates: MulticastDelegate<any PageDelegate>, PageDelegate {}

@Messages
protocol PageObserver {
    func page(_ name: String, reply: @escaping @Sendable (Bool) -> Void)
    // expected-warning@-1 {{each observer can call 'reply', so the sender gets several answers, or none without observers; move 'page' to a protocol whose observers you call with 'Broadcaster.observers(of:)', or write '@Messages(combinesAnswers: true)' if the sender combines the answers}}
    // expected-note@-2 {{write '@Messages(combinesAnswers: true)'}}
    func pageWillLoad(_ continuation: UnsafeContinuation<Void, Never>?)
    // expected-warning@-1 {{each observer can resume 'continuation', which must be resumed exactly once; move}}
    // expected-note@-2 {{write '@Messages(combinesAnswers: true)'}}
}

// What the warnings say to write.
@Multicast(combinesAnswers: true)
@Messages(combinesAnswers: true)
protocol FormDelegate: AnyObject {
    func form(_ name: String, decisionHandler: @escaping @Sendable (Bool) -> Void)
}

nonisolated final class FormDelegates: MulticastDelegate<any FormDelegate>, FormDelegate {
    func form(_ name: String, decisionHandler: @escaping @Sendable (Bool) -> Void) { decisionHandler(isEmpty) }
}
