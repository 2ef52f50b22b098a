// Names, labels and types that need care in generated code.

import Broadcaster
import Dispatch

@Multicast
@Messages
protocol NameObserver: AnyObject {
    func labels(self: Int, `let`: Int, `var`: Int, `in`: Int, `inout`: Int, `default` other: Int)
    func escapedLabel(`self` other: Int, _ self: Int)
    func rawLabel(`two words`: Int)
    func underscore(`_`: Int, _ other: Int)
    func nothing(_ nothing: Never)
    func part(_ part: (Int, Swift.Never), other: Int)
    func list(_ list: [Never], optional: Never?)
    func harmless() throws(Never)
    func void() -> (Void)
    func `init`(_ value: Int)
    func `Type`()
    func `two words`()
    func `_`()
}

nonisolated final class NameObservers: MulticastDelegate<any NameObserver>, NameObserver {}

@Multicast
@Messages
protocol `Type`: AnyObject {
    func changed()
}

nonisolated final class Types: MulticastDelegate<any `Type`>, `Type` {}

@Multicast
@Messages
protocol `class`: AnyObject {
    func changed()
}

nonisolated final class Classes: MulticastDelegate<any `class`>, `class` {}

@Multicast
@Messages
protocol `two words`: AnyObject {
    func began()
    func changed(_ message: `two wordsMessage`)
}

nonisolated final class Words: MulticastDelegate<any `two words`>, `two words` {}

// A message in itself.
@Messages
protocol UndoObserver {
    func didChange(_ name: String)
    func didUndo(_ change: UndoObserverMessage)
    func didUndo(all changes: [UndoObserverMessage], then next: UndoObserverMessage?)
}

// A base name that several methods share.
@Messages
protocol DownloadObserver {
    func download(_ name: String, didReach percent: Int)
    func download(_ name: String, didFail error: any Error)
    func download(with name: String, with other: String)
    func download()
    func ended(_ name: String)
    #if os(Linux)
        func started(_ name: String)
    #else
        func started()
    #endif
}

// Bounds that a macro knows.
@Messages
nonisolated protocol OrderObserver: AnyObject & Sendable {
    func orderPlaced(_ number: Int)
}

@Messages
nonisolated protocol PlainObserver: ~Copyable {
    func changed()
}

// Attributes for some systems.
#if os(Linux)
    @MainActor
#endif
@Multicast
@Messages
protocol ScreenObserver: AnyObject {
    #if os(Linux)
        @MainActor
    #endif
    func appeared()
}

nonisolated final class ScreenObservers: MulticastDelegate<any ScreenObserver>, ScreenObserver {}

@MainActor
func send(_ orders: any OrderObserver) {
    Broadcaster.notify(NameObserverMessage.labels(self: 1, let: 2, var: 3, in: 4, `inout`: 5, default: 6))
    Broadcaster.notify(NameObserverMessage.`two words`)
    Broadcaster.notify(UndoObserverMessage.didUndo(.didUndo(.didChange("photo"))))
    Broadcaster.notify(DownloadObserverMessage.downloadDidReach("photo", 50))
    Broadcaster.notify(DownloadObserverMessage.downloadWithWith("photo", "film"))
    Broadcaster.notify(DownloadObserverMessage.download)
    Broadcaster.notify(DownloadObserverMessage.ended("photo"))
    #if os(Linux)
        Broadcaster.notify(DownloadObserverMessage.started("photo"))
    #endif
    Broadcaster.notify(OrderObserverMessage.orderPlaced(1), on: .global())
}

nonisolated func switchOver(_ message: DownloadObserverMessage) -> Int {
    switch message {
    case .downloadDidReach(_, let percent): percent
    case .downloadDidFail, .downloadWithWith, .download, .ended, .started: 0
    }
}
