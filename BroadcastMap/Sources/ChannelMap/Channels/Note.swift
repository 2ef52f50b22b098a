/// A fact to check: a feedback loop, or a change that comes when a notification becomes a broadcast.
struct Note: Encodable, Equatable {
    enum Kind: String, CaseIterable, Encodable { case keys, `self`, object, echo, center, token }

    let kind: Kind
    let text: String

    var isFeedbackLoop: Bool { kind == .echo }
}
