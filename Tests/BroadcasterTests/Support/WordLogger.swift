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

    func receive(_ word: String) {
        log.write("\(name) \(word)")
        onReceiving?(word)
    }

    deinit { onDeinit?(self) }
}

extension WordLogger: FirstModule.Update, SecondModule.Update {
    func update() { receive("update") }
}
