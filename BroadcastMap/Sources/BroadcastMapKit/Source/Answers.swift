/// The answers to questions about code that may lead back to itself, such as `let a = isOn ? b : c` and `let c = a`.
///
/// A question that is asked again while it is being answered gets what has been found so far. The question that begins
/// such a cycle is answered again until nothing more is found, and until then, no answer in the cycle is final. So no
/// answer depends on which question came first.
final class Answers<Question: Hashable> {
    /// How many questions may wait for each other.
    private static var maximumDepth: Int { 256 }
    /// How often a cycle is followed, because a text in it may grow forever.
    private static var maximumRounds: Int { 64 }
    /// How often code is followed for a question that is part of no other, because calls may lead along ever more ways.
    private static var maximumCount: Int { 10_000 }

    /// An answer in a cycle, of a question in progress or of one that depends on such a question.
    private struct Unfinished {
        var answer: Any
        /// The position of the first question in progress on which the answer depends.
        var start: Int
        /// The round that the answer is of.
        let round: Int
        let isInProgress: Bool
    }

    private var final: [Question: Any] = [:]
    private var unfinished: [Question: Unfinished] = [:]
    /// The questions that have unfinished answers, in the order in which they were asked.
    private var cycle: [Question] = []
    /// How many questions are in progress.
    private var depth = 0
    /// How often code was followed for the first question in progress.
    private var count = 0
    private var round = 0
    /// The position of the first question in progress on which the answer at hand depends.
    private var start = Int.max
    /// True if the round at hand found something.
    private var hasChanged = false
    /// True if the first question in progress is unknown, because it leads too far.
    private var isExhausted: Bool { count >= Self.maximumCount }

    /// Returns what `find` finds, or `unknown` if that is too deep or never ends.
    func answer<Content>(
        to question: Question, unknown: @autoclosure () -> Found<Content>, _ find: () -> [Found<Content>]
    ) -> [Found<Content>] {
        if let answer = final[question] { return answer as! [Found<Content>] }
        let earlier = unfinished[question]
        if let earlier, earlier.isInProgress || earlier.round == round {
            start = min(start, earlier.start)
            return earlier.answer as! [Found<Content>]
        }
        if depth == 0 { count = 0 }
        if depth == Self.maximumDepth || isExhausted { return [unknown()] }
        let position = depth
        let first = cycle.count
        let outerStart = start
        let outerHasChanged = hasChanged
        var answer = earlier.map { $0.answer as! [Found<Content>] } ?? []
        var rounds = 0
        cycle.append(question)
        depth += 1
        repeat {
            unfinished[question] = Unfinished(answer: answer, start: position, round: round, isInProgress: true)
            start = .max
            hasChanged = false
            count += 1
            let found = find()
            if found != answer { hasChanged = true }
            answer = found
            rounds += 1
            // Only the question that begins a cycle is answered again.
            let isComplete = start != position || !hasChanged
            if isComplete || rounds == Self.maximumRounds || isExhausted {
                if !isComplete || isExhausted { answer = [unknown()] }
                break
            }
            round += 1
        } while true
        depth -= 1
        if start < position {
            unfinished[question] = Unfinished(answer: answer, start: start, round: round, isInProgress: false)
            // What depends on this question depends on the beginning of its cycle.
            for other in cycle[first...] where unfinished[other].map({ $0.start > start }) == true {
                unfinished[other]?.start = start
            }
            start = min(start, outerStart)
            hasChanged = hasChanged || outerHasChanged
        } else {
            for other in cycle[first...] {
                guard let found = unfinished.removeValue(forKey: other) else { continue }
                if rounds < Self.maximumRounds, found.round == round, !isExhausted { final[other] = found.answer }
            }
            cycle.removeSubrange(first...)
            // What is part of that question may be known if it is asked alone.
            if position == 0 || !isExhausted { final[question] = answer }
            start = outerStart
            hasChanged = outerHasChanged
        }
        return answer
    }
}
