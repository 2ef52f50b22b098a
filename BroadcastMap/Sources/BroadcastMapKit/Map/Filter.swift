/// The words of the command line, which select what has one of them in a name.
struct Filter {
    let words: [String]

    /// Whether there is no word, or a name contains one.
    func shows(_ names: [String]) -> Bool {
        words.isEmpty || words.contains { isFound($0, in: names) }
    }

    /// Ends the program if one of the words is found nowhere, because it may be misspelled.
    func check(against names: [String]) {
        for word in words where !isFound(word, in: names) {
            fail("\(word): no channel, message, sender, observer, or module has this in its name.")
        }
    }

    private func isFound(_ word: String, in names: [String]) -> Bool {
        names.contains { $0.contains(word) }
    }
}
