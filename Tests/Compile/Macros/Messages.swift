// The messages of protocols that an app keeps to itself.

import Broadcaster
import Foundation

nonisolated struct Upload: Equatable, Codable {
    var name: String
}

nonisolated final class Download {}

// Isolated as the module is by default.
@Messages
protocol UploadObserver {
    typealias Size = Int
    func uploadDidFinish(_ name: String, bytes: Size)
    func uploadDidStart(upload: Upload)
    func uploadDidFail()
}

nonisolated extension UploadObserverMessage: Equatable, Codable {}

// On the main actor.
@MainActor
@Messages
protocol ScreenObserver: AnyObject {
    func screenAppeared(_ title: String)
    nonisolated func screenClosed(_ title: String)
}

nonisolated extension ScreenObserverMessage: Hashable {}

// From any thread.
@Messages
nonisolated protocol OrderObserver: AnyObject, Sendable {
    func orderPlaced(_ number: Int)
    func orderPaid(_ number: Int, pay: @escaping @Sendable () -> Void)
}

nonisolated protocol Base: Sendable {}

@Messages(redeclaresInherited: true)
nonisolated protocol StockObserver: Base, Sendable {
    func stockChanged()
}

nonisolated protocol Described {}
extension Described {
    var description: String { "" }
}

@Messages(redeclaresInherited: true)
protocol ShelfObserver: Described {
    func shelfChanged()
}

// With values that aren't `Sendable`.
@Messages
protocol DownloadObserver {
    func downloadDidStart(_ download: Download)
    func downloadWillEnd(_ download: Download?, then finish: @escaping (Int) -> Void)
    func downloadIsPaused(_ resume: (() -> Void)?, on main: (@escaping @MainActor () -> Void))
    func downloadFailed(_ error: any Error, _ retry: Bool!)
}

// With names that need care.
@Messages
protocol NameObserver {
    func `default`(`in` place: Int, for _: Int, `inout`: Int, self other: Int, _ `self`: Int)
    func receive(_ receive: Int, observer: Int, message: Int)
    func send(to: Int)
    func makeObserver(_ name: String)
    func pair(_ pair: (Int, Int))
    func nothing(_ nothing: Void) -> Void
    func `receive_`(await: Int)
    func Observer()
    func list(_ list: [String: [Set<Int>]], any: any Equatable & Sendable, type: Any.Type)
}

nonisolated struct Observer {}

@Messages
protocol MeetingObserver {
    func meetingWasJoined(by observer: Observer)
}

@Messages
protocol ConditionalObserver {
    func always(_ value: Int)
    #if os(Linux)
        func here(_ value: Int)
    #elseif os(Windows)
        func here()
    #else
        func elsewhere()
    #endif
}

@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
@Messages
protocol LateObserver {
    func late(_ value: Int)
}

// Nested.
nonisolated enum Outer {
    struct Detail {}

    @Messages
    protocol Observer {
        func changed(_ detail: Detail)
    }

    @Messages
    fileprivate protocol HiddenObserver: Sendable {
        func changed(_ detail: Detail)
    }

    @Messages
    private protocol PrivateObserver {
        func changed(_ detail: Detail)
    }

    @MainActor
    static func hide() {
        Broadcaster.notify(PrivateObserverMessage.changed(Detail()))
    }
}

enum Plain {}

extension Plain {
    @Messages
    protocol Observer {
        func changed()
    }
}

@Messages
private protocol PrivateObserver {
    func changed()
}

@Messages
fileprivate protocol FilePrivateObserver {
    func changed()
}

@MainActor
func observeAll() async {
    let observations = [
        Broadcaster.observe(UploadObserverMessage.self) { message in
            if case .uploadDidFinish(let name, let bytes) = message { print(name, bytes) }
        },
        Broadcaster.observe(ScreenObserverMessage.self) { print($0) },
        Broadcaster.observe(OrderObserverMessage.self) { print($0) },
        Broadcaster.observe(StockObserverMessage.self) { print($0) },
        Broadcaster.observe(ShelfObserverMessage.self) { print($0) },
        Broadcaster.observe(DownloadObserverMessage.self) { print($0) },
        Broadcaster.observe(NameObserverMessage.self) { print($0) },
        Broadcaster.observe(MeetingObserverMessage.self) { print($0) },
        Broadcaster.observe(ConditionalObserverMessage.self) { print($0) },
        Broadcaster.observe(Outer.ObserverMessage.self) { print($0) },
        Broadcaster.observe(Outer.HiddenObserverMessage.self) { print($0) },
        Broadcaster.observe(Plain.ObserverMessage.self) { print($0) },
        Broadcaster.observe(PrivateObserverMessage.self) { print($0) },
        Broadcaster.observe(FilePrivateObserverMessage.self) { print($0) },
    ]
    for await message in Broadcaster.messages(of: UploadObserverMessage.self) { print(message) }
    for await message in Broadcaster.messages(of: OrderObserverMessage.self) { print(message) }
    for await message in Broadcaster.messages(of: DownloadObserverMessage.self) { print(message) }
    observations.forEach { $0.cancel() }
}

nonisolated func compare(_ message: UploadObserverMessage) async throws -> Bool {
    for await message in await Broadcaster.messages(of: ScreenObserverMessage.self) { print(message) }
    for await message in Broadcaster.messages(of: OrderObserverMessage.self) { print(message) }
    Broadcaster.notify(message)
    Broadcaster.notify(DownloadObserverMessage.downloadDidStart(Download()))
    Broadcaster.notify(OrderObserverMessage.orderPlaced(1), on: .global())
    let data = try JSONEncoder().encode(message)
    return try JSONDecoder().decode(UploadObserverMessage.self, from: data) == message
}
