import Testing

/// Waits until something is true that other tasks or threads bring about, or until the time limit of the test cancels it.
package func eventually(
    isolation: isolated (any Actor)? = #isolation, at location: SourceLocation = #_sourceLocation,
    _ condition: () -> Bool
) async {
    while !condition() && !Task.isCancelled { await Task.yield() }
    #expect(condition(), sourceLocation: location)
}
