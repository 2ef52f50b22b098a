import Foundation

/// Whether an image that was loaded earlier has a class of the same name, and so a copy of the library, too.
package func isOfSecondCopy(_ ownClass: AnyClass) -> Bool {
    guard let first = NSClassFromString(NSStringFromClass(ownClass)) else { return false }
    return first != ownClass
}

#if DEBUG
    /// Warns if an image that was loaded earlier has a class of the library, too, and so a shared broadcaster.
    ///
    /// With `BroadcasterTesting`, an isolated test reports it.
    func warnOfSecondCopy(_ ownClass: AnyClass) {
        guard isOfSecondCopy(ownClass), NSClassFromString("BroadcasterTesting.BroadcastTestCase") == nil else { return }
        StandardError.write(
            """
            This process has two copies of the library, each with a shared broadcaster of its own, so what one sends \
            doesn't reach the observers of the other. Link the library once, as a dynamic product. See "Nothing \
            arrives" on the page "Troubleshooting".
            """)
    }
#endif
