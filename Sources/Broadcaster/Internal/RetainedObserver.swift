/// A strong reference to an observer, not yet typed.
///
/// Call ``takeValue(as:)`` exactly once: it transfers the reference to the value that it returns. Retaining once more
/// for the value would double the cost of a call. The bits belong to the registration, which must be kept until then.
@usableFromInline
struct RetainedObserver {
    @usableFromInline let bits: UnsafeMutablePointer<UInt>
    unowned(unsafe) let registration: Registration

    // Moved from the registration's bits, which stay as they are: a class-backed `T` is trivial but for its reference.
    @inlinable
    func takeValue<T>(as type: T.Type) -> T {
        UnsafeMutableRawPointer(bits).assumingMemoryBound(to: T.self).move()
    }
}

@available(*, unavailable)
extension RetainedObserver: Sendable {}
