import Foundation

/// Observes with closures: in a token, on a queue, for one object, for several names.
@MainActor
final class TitleBar {
    private var tokens: [any NSObjectProtocol] = []
    private let document: Document

    init(_ document: Document) {
        self.document = document
        let center = NotificationCenter.default
        //: closure Notification.Name.opened: a closure in TitleBar.init(_:); object: nil; queue: nil; removals 1
        tokens.append(center.addObserver(forName: .opened, object: nil, queue: nil) { _ in })
        //: closure Notification.Name.loaded: a closure in TitleBar.init(_:); object: nil; queue: .main; removals 1
        tokens.append(center.addObserver(forName: .loaded, object: nil, queue: .main) { _ in })
        //: closure Notification.Name.restored: a closure in TitleBar.init(_:); object: nil; queue: OperationQueue();
        //:     removals 1
        tokens.append(center.addObserver(forName: .restored, object: nil, queue: OperationQueue()) { _ in })
        tokens += [
            //: closure Names.renamed: a closure in TitleBar.init(_:); object: document; queue: .main; removals 1
            center.addObserver(forName: Names.renamed, object: document, queue: .main) { _ in },
            //: closure Notification.Name.neverPosted: a closure in TitleBar.init(_:); object: nil; queue: .main;
            //:     removals 1
            center.addObserver(forName: .neverPosted, object: nil, queue: .main) { _ in },
        ]
        //: closure Notification.Name.closed: a closure in TitleBar.init(_:); object: nil; queue: OperationQueue.main;
        //:     removals 1
        tokens.append(center.addObserver(forName: .closed, object: nil, queue: OperationQueue.main) { _ in })
        //: closure Document.didChange: a closure in TitleBar.init(_:); object: nil; queue: .main; removals 1
        tokens.append(center.addObserver(forName: Document.didChange, object: nil, queue: .main) { _ in })
        //: closure "by string": a closure in TitleBar.init(_:); object: nil; queue: .main; removals 1
        tokens.append(center.addObserver(forName: Notification.Name("by string"), object: nil, queue: .main) { _ in })
        //: closure Notification.Name.Sync.began: a closure in TitleBar.init(_:); object: nil; queue: .main; handler
        //:     began(_:); removals 1
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
        //: closure "by variable": a closure in Badge.show(_:); object: nil; queue: .main
        token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { _ in }
        //: closure everywhere: a closure in Badge.show(_:); object: nil; queue: .main
        token = NotificationCenter.default.addObserver(forName: everywhere, object: nil, queue: .main) { _ in }
        //: closure "by constant": a closure in Badge.show(_:); object: nil; queue: .main
        token = NotificationCenter.default.addObserver(
            forName: Notification.Name(Names.text), object: nil, queue: .main
        ) { _ in }
        //: closure Document.didMove: a closure in Badge.show(_:); object: nil; queue: .main
        token = NotificationCenter.default.addObserver(forName: document.didMove, object: nil, queue: .main) { _ in }
        //: closure UserDefaults.didChangeNotification: a closure in Badge.show(_:); object: nil; queue: nil
        token = NotificationCenter.default.addObserver(
            forName: UserDefaults.didChangeNotification, object: nil, queue: nil
        ) { _ in }
    }
}
