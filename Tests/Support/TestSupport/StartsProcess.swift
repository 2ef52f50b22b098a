import Testing

extension Trait where Self == ConditionTrait {
    /// For tests that start a process, which they can't under Thread Sanitizer on Apple's platforms.
    ///
    /// There, the sanitizer's library removes itself from the environment of child processes, which then abort at their
    /// first step. A test that expects a failure would pass without having run.
    package static var startsProcess: Self {
        .disabled(if: isUnderDarwinsThreadSanitizer, "Thread Sanitizer keeps processes from starting on this system")
    }
}

private let isUnderDarwinsThreadSanitizer: Bool = {
    #if canImport(Darwin)
        symbol("__tsan_init") != nil
    #else
        false
    #endif
}()
