// An instant-messaging client whose parts don't know each other.
//
//     swift run InstantMessaging                   plays a short conversation
//     swift run InstantMessaging < messages.txt    reads lines of the form "name: text"

import Broadcaster
import Foundation

struct Message: Sendable {
    let number: Int
    let sender: String
    let text: String
}

// The channels. All that the parts below share is these two protocols.
protocol MessageObserver {
    func received(_ message: Message)
}

protocol ProblemObserver {
    func rejected(line: Int, because reason: String)
}

/// Takes lines in on any one thread, and tells whoever listens.
final class MessageCenter {
    private var lines = 0
    private var messages = 0

    func receive(_ line: String) {
        lines += 1
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
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

final class InboxPreview: MessageObserver {
    func received(_ message: Message) {
        print("preview     \(message.sender) wrote: \(message.text.prefix(24))")
    }

    deinit { print("preview     (closed)") }
}

final class UnreadBadge: MessageObserver {
    private var unread = 0

    func received(_ message: Message) {
        unread += 1
        print("badge       \(unread)")
    }
}

final class WindowTitle: MessageObserver {
    func received(_ message: Message) {
        print("title       Chat with \(message.sender)")
    }
}

final class Transcript: MessageObserver, ProblemObserver {
    private(set) var messages = 0
    private(set) var rejectedLines = 0

    func received(_ message: Message) {
        messages += 1
        print("transcript  \(message.number). \(message.sender): \(message.text)")
    }

    func rejected(line: Int, because reason: String) {
        rejectedLines += 1
        FileHandle.standardError.write(Data("Line \(line) is left out: \(reason).\n".utf8))
    }
}

/// Owns the parts, and lets the preview go after a few messages, which nobody needs to be told.
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

/// Reads standard input on a thread of its own, so that the main queue is free to deliver.
func readStandardInput() async {
    await withCheckedContinuation { finished in
        Thread.detachNewThread {
            let center = MessageCenter()
            while let line = readLine() { center.receive(line) }
            finished.resume()
        }
    }
}

let conversation = [
    "Ann: Lunch at noon?", "Bob: Yes, please", "Ann: The usual place", "Cid: May I come along?",
    "a line without a name", "Bob: Sure", "Ann: See you there",
]

let application = Application()
if isatty(STDIN_FILENO) == 1 {
    let center = MessageCenter()
    conversation.forEach(center.receive)
} else {
    await readStandardInput()
}
await Broadcaster.settled()
print("messages: \(application.transcript.messages), lines left out: \(application.transcript.rejectedLines)")
