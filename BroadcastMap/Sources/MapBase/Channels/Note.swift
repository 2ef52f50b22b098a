/// A fact to check: a feedback loop, or a change that comes when a notification becomes a broadcast.
package struct Note {
    package enum Kind: String, CaseIterable { case keys, `self`, object, echo, center, token }

    let kind: Kind
    let text: String

    package init(kind: Kind, text: String) {
        self.kind = kind
        self.text = text
    }

    /// The beginning of a note on a feedback loop.
    static let loopTitle = "feedback loop: "
}

extension Channel {
    /// Returns a note on each feedback loop, with what it does at its end.
    package func loopNotes(_ end: String) -> [Note] {
        feedbackLoops.map { Note(kind: .echo, text: "\(Note.loopTitle)\($0) \(end) it may never end") }
    }
}
