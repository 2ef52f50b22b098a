// A small app that broadcasts: its tests run side by side, each with a broadcaster of its own.

import Broadcaster
import Foundation

protocol MailObserver {
    func mailArrived(_ subject: String)
}

/// Broadcasts from wherever it is called.
struct Inbox: Sendable {
    init() {}

    func receive(_ subject: String) {
        guard !subject.isEmpty else { return }
        Broadcaster.notify(MailObserver.self) { $0.mailArrived(subject) }
    }
}

/// Hears what is broadcast.
@MainActor
final class Badge {
    private(set) var unread = 0

    init() {
        Broadcaster.register(MailObserver.self, observer: self)
    }
}

extension Badge: @MainActor MailObserver {
    func mailArrived(_ subject: String) { unread += 1 }
}

/// Starts a task, which inherits the broadcaster.
struct Download: Sendable {
    init() {}

    @discardableResult
    func start() -> Task<Void, Never> {
        Task {
            await Task.yield()
            Inbox().receive("downloaded")
        }
    }
}

/// Hops to a queue, and starts a detached task: neither inherits the broadcaster, so it keeps the one that it was made with.
final class Importer: Sendable {
    let queue = DispatchQueue(label: "Importer")
    private let broadcaster: Broadcaster

    init(broadcaster: Broadcaster = .current) {
        self.broadcaster = broadcaster
    }

    func importOnQueue(_ subject: String) {
        queue.async { [broadcaster] in
            broadcaster.notify(MailObserver.self) { $0.mailArrived(subject) }
        }
    }

    func importDetached(_ subject: String) -> Task<Void, Never> {
        Task.detached { [broadcaster] in
            Broadcaster.$current.withValue(broadcaster) { Inbox().receive(subject) }
        }
    }
}
