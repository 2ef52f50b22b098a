// Every line has moved, and the functions have another order, which changes nothing.
import Broadcaster
import Foundation

protocol TitleObserver {
    func titleDidChange()
    func titleWasRemoved()
}

protocol NewObserver { func `did "start" <b>`() }

protocol CountObserver { func counted() }

final class Window: TitleObserver {
    init() {
        Broadcaster.register(TitleObserver.self, observer: self)
    }
    func titleDidChange() {}
    func titleWasRemoved() {}
}

final class Editor {
    func count() { Broadcaster.notify(CountObserver.self) { $0.counted() } }
    func types() {
        let type = [(any CountObserver).self].first!
        Broadcaster.notify(type) { $0.counted() }
        Broadcaster.notify(type) { $0.counted() }
    }
    func pass(_ block: @escaping @MainActor (any CountObserver) -> Void) {
        Broadcaster.notify(CountObserver.self, block: block)
    }
    func remove() { Broadcaster.notify(TitleObserver.self) { $0.titleWasRemoved() } }
    func `@everyone <img src=x> | *_x_*`() { Broadcaster.notify(NewObserver.self) { $0.`did "start" <b>`() } }
    func passAgain(_ block: @escaping @MainActor (any CountObserver) -> Void) {
        Broadcaster.notify(CountObserver.self, block: block)
    }
}

final class Counter: CountObserver {
    init() { Broadcaster.register(CountObserver.self, observer: self) }
    func counted() {}
}

func watchTitles(_ window: Any) {
    Broadcaster.register(TitleObserver.self, observer: window as! any TitleObserver & AnyObject)
}

extension Notification.Name {
    static let saved = Notification.Name("saved")
}

final class Document {
    func watch() {
        NotificationCenter.default.addObserver(forName: .saved, object: nil, queue: .main) { _ in }
        NotificationCenter.default.addObserver(forName: Self.fenced, object: nil, queue: .main) { _ in }
    }
    func watch(_ left: Document, _ right: Document) {
        NotificationCenter.default.addObserver(forName: .saved, object: left, queue: .main) { _ in }
    }
    func save() { NotificationCenter.default.post(name: .saved, object: nil) }
    func saveAgain() {
        NotificationCenter.default.post(name: .saved, object: self)
        NotificationCenter.default.post(name: Self.fenced, object: nil)
        NotificationCenter.default.post(name: Notification.Name("```\u{60} @everyone <img>"), object: nil)
    }
    static let fenced = Notification.Name("````")
}

protocol PageObserver { func pageDidTurn() }

final class Shelf: PageObserver {
    init() { Broadcaster.register(PageObserver.self, observer: self) }
    func pageDidTurn() {}
}

final class Book: PageObserver {
    init() { Broadcaster.register(PageObserver.self, for: "right", observer: self) }
    func turn() { Broadcaster.notify(PageObserver.self, for: "right") { $0.pageDidTurn() } }
    func turnTwice() {
        Broadcaster.notify(PageObserver.self) { $0.pageDidTurn() }
    }
    func pageDidTurn() { turnTwice() }
}
