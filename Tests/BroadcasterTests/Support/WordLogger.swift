import Broadcaster
import FirstModule
import SecondModule
import TestSupport

/// A channel for the main actor; each test that uses it has its own broadcaster.
protocol WordObserver {
    func receive(_ word: String)
}

/// Logs the words that it receives, with its name.
final class WordLogger: WordObserver {
    let name: String
    let log: Log<String>
    var onReceiving: ((_ word: String) -> Void)?
    var onDeinit: ((WordLogger) -> Void)?

    init(_ name: String, _ log: Log<String>) {
        self.name = name
        self.log = log
    }

    /// Registers itself.
    @MainActor
    convenience init<Key: Hashable & Sendable>(
        _ name: String, _ log: Log<String>, in broadcaster: Broadcaster, for key: Key = Broadcaster.NoKey()
    ) {
        self.init(name, log)
        broadcaster.register(WordObserver.self, for: key, observer: self)
    }

    func receive(_ word: String) {
        log.write("\(name) \(word)")
        onReceiving?(word)
    }

    deinit { onDeinit?(self) }
}

extension WordLogger: FirstModule.Update, SecondModule.Update {
    func update() { receive("update") }
}
