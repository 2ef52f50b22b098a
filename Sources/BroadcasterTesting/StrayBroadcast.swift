/// A broadcast that was sent with another broadcaster than that of the test that sent it.
struct StrayBroadcast {
    /// From where to where it was sent.
    struct Path: Hashable {
        let channel: String
        /// The test with whose broadcaster it was sent; `nil` for the shared one.
        let owner: IsolatedTest.ID?
        /// The test that sent it, if that is known, and it runs.
        let sender: IsolatedTest.ID?
    }

    let path: Path
    /// Its place among the tests and such broadcasts of a run.
    let number: Int
    let place: String
    let isOwnerRunning: Bool

    /// Whether a test may have expected it, or not have expected it, on one of its channels.
    func isMissed(in test: IsolatedTest.ID, hasSentTo channels: Set<String>) -> Bool {
        if path.owner == nil || path.sender == test { return true }
        if path.owner == test { return path.sender != nil }
        return path.sender == nil && (!isOwnerRunning || !channels.contains(path.channel))
    }

    func report(in test: IsolatedTest.ID) -> String {
        guard let owner = path.owner else {
            return """
                '\(path.channel)' was broadcast with the shared broadcaster at \(place), by this test or another one, \
                while isolated tests ran. A dispatch queue and a detached task don't inherit the broadcaster of a test: \
                store 'Broadcaster.current' when the sender is created, and notify with it. \(Self.allowing)
                """
        }
        let sender = owner == test ? path.sender : nil
        let whose = sender.map { "this test, by another test, '\($0.name)'" } ?? "another test, '\(owner.name)'"
        return """
            '\(path.channel)' was broadcast at \(place) with the broadcaster of \(whose). \(Self.explanationOfOther)
            """
    }

    static let explanationOfOther = """
        An object that one test creates and others use, such as a singleton, keeps the broadcaster of that test: create \
        a new one for each test, or pass it the broadcaster.
        """

    static let allowing = """
        If a test is meant to use the shared broadcaster, give it the trait '.allowsSharedBroadcasts', or override \
        'allowsSharedBroadcasts' of its test case.
        """
}
