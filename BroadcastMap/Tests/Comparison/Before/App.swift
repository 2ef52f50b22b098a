import Broadcaster
import Foundation

protocol TitleObserver {
    func titleDidChange()
    func titleWasRemoved()
}

protocol OldObserver { func finished() }

protocol CountObserver { func counted() }

final class Editor {
    func rename() { Broadcaster.notify(TitleObserver.self) { $0.titleDidChange() } }
    func remove() { Broadcaster.notify(TitleObserver.self) { $0.titleWasRemoved() } }
    func finish() { Broadcaster.notify(OldObserver.self) { $0.finished() } }
    func count() { Broadcaster.notify(CountObserver.self) { $0.counted() } }
    func pass(_ block: @escaping @MainActor (any CountObserver) -> Void) {
        Broadcaster.notify(CountObserver.self, block: block)
    }
    func types() {
        let type = [(any CountObserver).self].first!
        Broadcaster.notify(type) { $0.counted() }
    }
}

final class Window: TitleObserver, OldObserver {
    init() {
        Broadcaster.register(TitleObserver.self, observer: self)
        Broadcaster.register(OldObserver.self, observer: self)
    }
    func titleDidChange() {}
    func titleWasRemoved() {}
    func finished() {}
}

extension Notification.Name {
    static let saved = Notification.Name("saved")
}

final class Document {
    func save() { NotificationCenter.default.post(name: .saved, object: nil) }
    func watch() {
        NotificationCenter.default.addObserver(forName: .saved, object: nil, queue: .main) { _ in }
    }
    func watch(_ left: Document, _ right: Document) {
        NotificationCenter.default.addObserver(forName: .saved, object: left, queue: .main) { _ in }
        NotificationCenter.default.addObserver(forName: .saved, object: right, queue: .main) { _ in }
    }
}

protocol PageObserver { func pageDidTurn() }

final class Book: PageObserver {
    init() { Broadcaster.register(PageObserver.self, for: "left", observer: self) }
    func turn() { Broadcaster.notify(PageObserver.self, for: "left") { $0.pageDidTurn() } }
    func turnTwice() {
        Broadcaster.notify(PageObserver.self) { $0.pageDidTurn() }
        Broadcaster.notify(PageObserver.self) { $0.pageDidTurn() }
    }
    func pageDidTurn() {}
}

final class Shelf: PageObserver {
    init() { Broadcaster.register(PageObserver.self, observer: self) }
    func pageDidTurn() { Book().turnTwice() }
}
