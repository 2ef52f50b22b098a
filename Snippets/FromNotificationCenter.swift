// The samples of "Moving from NotificationCenter": each idiom before and after.

import Broadcaster
import Foundation

final class Document: Sendable {}

// A name and user info, before …

extension Notification.Name {
    static let uploadDidFinish = Notification.Name("uploadDidFinish")
}

func finishBefore(_ document: Document, name: String, bytes: Int) {
    NotificationCenter.default.post(
        name: .uploadDidFinish, object: document, userInfo: ["name": name, "bytes": bytes])
}

@MainActor
final class StatusLineBefore {
    private(set) var text = ""
    private var token: (any NSObjectProtocol)?

    func appear() {
        token = NotificationCenter.default.addObserver(forName: .uploadDidFinish, object: nil, queue: .main) {
            [weak self] notification in
            guard let name = notification.userInfo?["name"] as? String,
                let bytes = notification.userInfo?["bytes"] as? Int
            else { return }
            MainActor.assumeIsolated { self?.text = "\(name): \(bytes) bytes" }
        }
    }

    func disappear() {
        if let token { NotificationCenter.default.removeObserver(token) }
    }
}

// … and after.

protocol UploadObserver {
    func uploadDidFinish(_ document: Document, name: String, bytes: Int)
}

func finish(_ document: Document, name: String, bytes: Int) {
    Broadcaster.notify(UploadObserver.self) { $0.uploadDidFinish(document, name: name, bytes: bytes) }
}

@MainActor
final class StatusLine {
    private(set) var text = ""

    func appear() {
        Broadcaster.register(UploadObserver.self, observer: self)
    }
}

extension StatusLine: @MainActor UploadObserver {
    func uploadDidFinish(_ document: Document, name: String, bytes: Int) {
        text = "\(name): \(bytes) bytes"
    }
}

// One of several sources: compare, or give the source a set of its own.

func observeBefore(_ document: Document) -> any NSObjectProtocol {
    NotificationCenter.default.addObserver(forName: .uploadDidFinish, object: document, queue: nil) { _ in
        print("finished")
    }
}

final class DocumentRow: UploadObserver {
    let document: Document

    init(_ document: Document) { self.document = document }

    func uploadDidFinish(_ document: Document, name: String, bytes: Int) {
        guard document === self.document else { return }
        print("finished")
    }
}

final class Upload {
    let observers = WeakObjectSet<any UploadObserver>()

    func finish(_ document: Document, name: String, bytes: Int) {
        observers.forEach { $0.uploadDidFinish(document, name: name, bytes: bytes) }
    }
}

// A queue of one's own.

func observeOnQueueBefore(_ queue: OperationQueue) -> any NSObjectProtocol {
    NotificationCenter.default.addObserver(forName: .uploadDidFinish, object: nil, queue: queue) { _ in
        print("write the log")
    }
}

protocol LogObserver: AnyObject, Sendable {
    func wrote(_ line: String)
}

func log(_ line: String, on queue: DispatchQueue) {
    Broadcaster.notify(LogObserver.self, on: queue) { $0.wrote(line) }
}

// Typed messages.

@available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
struct UploadDidFinish: NotificationCenter.MainActorMessage {
    typealias Subject = Document

    let name: String
    let bytes: Int
}

@available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
@MainActor
func typedBefore(_ document: Document) {
    let token = NotificationCenter.default.addObserver(of: document, for: UploadDidFinish.self) { message in
        print("\(message.name): \(message.bytes) bytes")
    }
    NotificationCenter.default.post(UploadDidFinish(name: "a", bytes: 1), subject: document)
    NotificationCenter.default.removeObserver(token)
}

// Some pairs of a dictionary, of which not all are always there.

struct UploadProgress: Sendable {
    var name: String
    var sent: Int
    var total: Int?
}

protocol UploadProgressObserver {
    func uploadDidProgress(_ progress: UploadProgress)
}

func progress(name: String, sent: Int) {
    let progress = UploadProgress(name: name, sent: sent, total: nil)
    Broadcaster.notify(UploadProgressObserver.self) { $0.uploadDidProgress(progress) }
}

// At once, on the poster's thread.

@MainActor
func finishNow(_ document: Document, name: String, bytes: Int) {
    Broadcaster.observers(of: UploadObserver.self).forEach {
        $0.uploadDidFinish(document, name: name, bytes: bytes)
    }
}

// As a sequence.

final class UploadNames: UploadObserver {
    let names: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    @MainActor
    init() {
        (names, continuation) = AsyncStream.makeStream()
        Broadcaster.register(UploadObserver.self, observer: self)
    }

    func uploadDidFinish(_ document: Document, name: String, bytes: Int) {
        continuation.yield(name)
    }

    deinit { continuation.finish() }
}

// What the system posts, brought over in one place.

protocol LocaleObserver {
    func localeDidChange(_ locale: Locale)
}

final class SystemEvents {
    private var token: (any NSObjectProtocol)?

    init() {
        token = NotificationCenter.default.addObserver(
            forName: NSLocale.currentLocaleDidChangeNotification, object: nil, queue: nil
        ) { _ in
            let locale = Locale.current
            Broadcaster.notify(LocaleObserver.self) { $0.localeDidChange(locale) }
        }
    }

    deinit {
        if let token { NotificationCenter.default.removeObserver(token) }
    }
}

@MainActor
func run() async {
    final class Window: LocaleObserver {
        func localeDidChange(_ locale: Locale) { print("locale: changed") }
    }
    let line = StatusLine()
    let window = Window()
    let events = SystemEvents()
    line.appear()
    Broadcaster.register(LocaleObserver.self, observer: window)
    finish(Document(), name: "report.pdf", bytes: 1024)
    NotificationCenter.default.post(name: NSLocale.currentLocaleDidChangeNotification, object: nil)
    await Broadcaster.settled()
    print("status: \(line.text)")
    withExtendedLifetime((window, events)) {}
}

await run()
