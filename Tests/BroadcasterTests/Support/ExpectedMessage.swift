import Testing

/// What a program prints on standard error.
let errors: [any PartialKeyPath<ExitTest.Result> & Sendable] = [\.standardErrorContent]

/// What a program printed before it stopped.
func errorOutput(of result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}

/// Expects that a program stopped with a message that contains each of these parts.
func expectMessage(
    _ result: ExitTest.Result?, contains parts: String..., at location: SourceLocation = #_sourceLocation
) {
    let message = errorOutput(of: result)
    for part in parts { #expect(message.contains(part), sourceLocation: location) }
}

/// Expects that each of several programs stopped with such a message.
func expectMessages(
    _ results: [ExitTest.Result?], contain parts: String..., at location: SourceLocation = #_sourceLocation
) {
    for message in results.map(errorOutput) {
        for part in parts { #expect(message.contains(part), sourceLocation: location) }
    }
}
