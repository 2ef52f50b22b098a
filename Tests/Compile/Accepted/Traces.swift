// Traces that receive messages: of any number of types, and off the main actor if all of them are `Sendable`.

import Broadcaster
import BroadcasterTracing
import Foundation

@Messages
protocol MailObserver {
    func arrived(_ text: String)
}

@Messages
nonisolated protocol OrderObserver: Sendable {
    func placed(_ number: Int)
}

@MainActor
func trace(_ url: URL) throws -> [BroadcastTrace] {
    [
        BroadcastTrace(messages: MailObserverMessage.self, OrderObserverMessage.self),
        BroadcastTrace(of: .shared, keepingLast: 1, messages: MailObserverMessage.self),
        try BroadcastTrace(writingTo: url, messages: MailObserverMessage.self, OrderObserverMessage.self),
    ]
}

nonisolated func traceAnywhere(_ url: URL) throws -> [BroadcastTrace] {
    [
        BroadcastTrace(), BroadcastTrace(keepingLast: 1), try BroadcastTrace(of: .shared, writingTo: url),
        BroadcastTrace(messages: OrderObserverMessage.self),
        try BroadcastTrace(of: .shared, writingTo: url, messages: OrderObserverMessage.self),
    ]
}
