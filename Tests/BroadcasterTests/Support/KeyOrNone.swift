import Broadcaster

/// The key of a test that runs with a key, and without one.
func keyOrNone(_ key: String?) -> any Hashable & Sendable {
    guard let key else { return Broadcaster.NoKey() }
    return key
}
