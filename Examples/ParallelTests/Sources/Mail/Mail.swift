// A small app that broadcasts. Its tests run in parallel, each with its own broadcaster.

import Broadcaster
import Foundation

protocol MailObserver {
    func mailArrived(_ subject: String)
}

/// Broadcasts from the caller's thread.
struct Inbox: Sendable {
    init() {}

    func receive(_ subject: String) {
        guard !subject.isEmpty else { return }
        Broadcaster.notify(MailObserver.self) { $0.mailArrived(subject) }
    }
}

/// Counts the mails that are broadcast.
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

/// Uses a queue and a detached task.
///
/// Neither inherits the broadcaster, so it stores the one that it was created with.
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
