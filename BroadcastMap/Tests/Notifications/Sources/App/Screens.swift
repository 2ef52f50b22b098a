import Foundation

/// Observes with closures: in a token, on a queue, for one object, for several names.
@MainActor
final class TitleBar {
    private var tokens: [any NSObjectProtocol] = []
    private let document: Document

    init(_ document: Document) {
        self.document = document
        let center = NotificationCenter.default
        tokens.append(center.addObserver(forName: .opened, object: nil, queue: nil) { _ in })
        tokens.append(center.addObserver(forName: .loaded, object: nil, queue: .main) { _ in })
        tokens.append(center.addObserver(forName: .restored, object: nil, queue: OperationQueue()) { _ in })
        tokens += [
            center.addObserver(forName: Names.renamed, object: document, queue: .main) { _ in },
            center.addObserver(forName: .neverPosted, object: nil, queue: .main) { _ in },
        ]
        tokens.append(center.addObserver(forName: .closed, object: nil, queue: OperationQueue.main) { _ in })
        tokens.append(center.addObserver(forName: Document.didChange, object: nil, queue: .main) { _ in })
        tokens.append(center.addObserver(forName: Notification.Name("by string"), object: nil, queue: .main) { _ in })
        tokens.append(center.addObserver(forName: .Sync.began, object: nil, queue: .main, using: Self.began))
    }

    private nonisolated static func began(_ notification: Notification) {}

    func close() {
        tokens.forEach(NotificationCenter.default.removeObserver)
        NotificationCenter.default.removeObserver(self, name: .saved, object: nil)
    }
}

struct Badge {
    var token: (any NSObjectProtocol)?

    mutating func show(_ document: Document) {
        let name: Notification.Name = .init("by variable")
        token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { _ in }
        token = NotificationCenter.default.addObserver(forName: everywhere, object: nil, queue: .main) { _ in }
        token = NotificationCenter.default.addObserver(
            forName: Notification.Name(Names.text), object: nil, queue: .main
        ) { _ in }
        token = NotificationCenter.default.addObserver(forName: document.didMove, object: nil, queue: .main) { _ in }
        token = NotificationCenter.default.addObserver(
            forName: UserDefaults.didChangeNotification, object: nil, queue: nil
        ) { _ in }
    }
}
