// A chat in which each message reaches parts that don't know each other.
//
//     swift run InstantMessaging                 plays a short conversation, and then reads the keyboard
//     swift run InstantMessaging messages.txt    reads a file with lines of the form "name: text"
//     … | swift run InstantMessaging             reads such lines from a pipe
//
// With --trace FILE, it also records its broadcasts, in a file that https://ui.perfetto.dev opens.

import Broadcaster
import BroadcasterTracing
import Foundation

nonisolated struct Message: Sendable {
    let number: Int
    let sender: String
    let text: String
}

// The channels. The parts share these two protocols and nothing else.
protocol MessageObserver {
    func received(_ message: Message)
}

protocol ProblemObserver {
    func rejected(line: Int, because reason: String)
}

final class InboxPreview: MessageObserver {
    func received(_ message: Message) {
        show("preview     \(message.sender) wrote: \(message.text.prefix(24))")
    }

    deinit { show("preview     (closed: its owner released it, and didn't have to unregister it)") }
}

final class UnreadBadge: MessageObserver {
    private var unread = 0

    func received(_ message: Message) {
        unread += 1
        show("badge       \(unread)")
    }
}

final class WindowTitle: MessageObserver {
    func received(_ message: Message) {
        show("title       Chat with \(message.sender)")
    }
}

final class Transcript: MessageObserver, ProblemObserver {
    private(set) var messages = 0
    private(set) var rejectedLines = 0

    func received(_ message: Message) {
        messages += 1
        show("transcript  \(message.number). \(message.sender): \(message.text)")
    }

    func rejected(line: Int, because reason: String) {
        rejectedLines += 1
        complain("Line \(line) is skipped: \(reason).")
    }
}

/// Owns the parts, and releases the preview after three messages.
@MainActor
final class Application {
    private var preview: InboxPreview? = InboxPreview()
    private let badge = UnreadBadge()
    private let title = WindowTitle()
    let transcript = Transcript()

    init() {
        if let preview { Broadcaster.register(MessageObserver.self, observer: preview) }
        Broadcaster.register(MessageObserver.self, observer: badge)
        Broadcaster.register(MessageObserver.self, observer: title)
        Broadcaster.register(MessageObserver.self, observer: transcript)
        Broadcaster.register(ProblemObserver.self, observer: transcript)
        Broadcaster.register(MessageObserver.self, observer: self)
    }
}

extension Application: @MainActor MessageObserver {
    func received(_ message: Message) {
        if message.number == 3 { preview = nil }
    }
}

/// Broadcasts each line as a message or as a problem, from the thread that reads the lines.
nonisolated final class MessageCenter {
    private var lines = 0
    private var messages = 0

    /// Counts lines from one again, because another source begins.
    func startSource() {
        lines = 0
    }

    func receive(_ line: String) {
        lines += 1
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        if parts == [""] {
            reject("it is empty")
        } else if parts.count == 1 {
            reject("it has no colon; write \"name: text\"")
        } else if parts[0].isEmpty {
            reject("there is no name before the colon; write \"name: text\"")
        } else if parts[1].isEmpty {
            reject("there is no text after the colon; write \"name: text\"")
        } else {
            messages += 1
            let message = Message(number: messages, sender: parts[0], text: parts[1])
            Broadcaster.notify(MessageObserver.self) { $0.received(message) }
        }
    }

    private func reject(_ reason: String) {
        Broadcaster.notify(ProblemObserver.self) { [lines] in $0.rejected(line: lines, because: reason) }
    }
}

let conversation = [
    "Ann: Lunch at noon?", "Bob: Yes, please", "a line without a name", "Ann: The usual place",
    "Cid: May I come along?",
]

/// Reads lines on a separate thread, so that the main queue is free to deliver.
func receiveLines(playingIfEmpty plays: Bool) async {
    await withCheckedContinuation { finished in
        Thread.detachNewThread {
            let center = MessageCenter()
            if isatty(STDIN_FILENO) != 0 {
                playSlowly(to: center)
                center.startSource()
                while let line = readLine() { center.receive(line) }
            } else if let first = readLine() {
                center.receive(first)
                while let line = readLine() { center.receive(line) }
            } else if plays {
                conversation.forEach(center.receive)
            }
            finished.resume()
        }
    }
}

nonisolated func playSlowly(to center: MessageCenter) {
    show("Each message reaches four parts that don't know each other: preview, badge, title, and transcript.")
    for line in conversation {
        show("\n\(line)")
        center.receive(line)
        Thread.sleep(forTimeInterval: 1.5)
    }
    show("\nNow you: write \"name: text\". Ctrl-D ends the chat.")
}

nonisolated func show(_ line: String) {
    if !write(line, to: STDOUT_FILENO) {
        fail("Can't write: \(String(cString: strerror(errno)))", status: 74)
    }
}

nonisolated func complain(_ line: String) {
    // A message that can't be shown changes nothing.
    _ = write(line, to: STDERR_FILENO)
}

/// Writes a line without a buffer, so that lines appear at once and in order, even through a pipe.
///
/// Returns `false` if it can't be written, because the pipe is closed or the disk is full.
nonisolated func write(_ line: String, to file: Int32) -> Bool {
    var bytes = Array("\(line)\n".utf8)[...]
    while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        if count > 0 {
            bytes = bytes.dropFirst(count)
        } else if errno != EINTR {
            return false
        }
    }
    return true
}

nonisolated func fail(_ reason: String, status: Int32) -> Never {
    complain(reason)
    exit(status)
}

let usage = """
    usage: InstantMessaging [--help] [--trace TRACE] [FILE]

    Shows messages, one per line in the form "name: text", from FILE or from standard input.
    Without any input, it plays a short conversation. In a terminal, it then reads the keyboard.
    With --trace, it writes its broadcasts to TRACE, for https://ui.perfetto.dev.
    """

// Otherwise, a closed pipe would end the program without a message.
signal(SIGPIPE, SIG_IGN)
var arguments = Array(CommandLine.arguments.dropFirst())
if arguments.contains("--help") || arguments.contains("-h") {
    show(usage)
    exit(0)
}
var trace: BroadcastTrace?
if let option = arguments.firstIndex(of: "--trace") {
    guard arguments.indices.contains(option + 1) else { fail("--trace needs a file\n\n\(usage)", status: 64) }
    let url = URL(fileURLWithPath: arguments[option + 1])
    do {
        trace = try BroadcastTrace(writingTo: url)
    } catch {
        fail("Can't write \(url.path): \(error.localizedDescription)", status: 73)
    }
    arguments.removeSubrange(option...option + 1)
}
if let option = arguments.first(where: { $0.hasPrefix("-") }) {
    fail("Unknown option: \(option)\n\n\(usage)", status: 64)
}
if arguments.count > 1 {
    fail("More than one file: \(arguments.joined(separator: " "))\n\n\(usage)", status: 64)
}
if let path = arguments.first {
    let file = open(path, O_RDONLY)
    var status = stat()
    guard file >= 0, fstat(file, &status) == 0, dup2(file, STDIN_FILENO) >= 0 else {
        fail("Can't read \(path): \(String(cString: strerror(errno)))", status: 66)
    }
    // A folder can be opened, but not read.
    if status.st_mode & S_IFMT == S_IFDIR {
        fail("Can't read \(path): \(String(cString: strerror(EISDIR)))", status: 66)
    }
}

let application = Application()
await receiveLines(playingIfEmpty: arguments.isEmpty)
await Broadcaster.settled()
show("messages: \(application.transcript.messages), lines skipped: \(application.transcript.rejectedLines)")
