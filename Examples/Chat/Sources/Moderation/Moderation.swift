import Broadcaster
import ChatChannels

/// The house rules, each of which is an observer that may object.
///
/// It shows that observers are held weakly: this object keeps the rules, and one that is released no longer objects.
/// `Rooms` doesn't know how many there are.
package final class Moderation: Sendable {
    private let rules: [any Moderator]

    package init(broadcaster: Broadcaster) {
        rules = [BlockedWords(), NoShouting()]
        for rule in rules { broadcaster.register(Moderator.self, observer: rule) }
    }
}

/// Objects to advertisements.
final class BlockedWords: Moderator {
    func objection(to draft: Draft) -> String? {
        let words = draft.text.lowercased().split { !$0.isLetter }
        return words.first { ["casino", "jackpot"].contains($0) }.map { "The word “\($0)” is not welcome here." }
    }
}

/// Objects to long texts in capital letters.
final class NoShouting: Moderator {
    func objection(to draft: Draft) -> String? {
        let cased = draft.text.filter { $0.isUppercase || $0.isLowercase }
        return cased.count >= 24 && cased.allSatisfy(\.isUppercase) ? "Please don't shout." : nil
    }
}
