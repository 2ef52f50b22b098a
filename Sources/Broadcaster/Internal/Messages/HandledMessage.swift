/// The message that a closure handles.
enum HandledMessage {
    /// The number of the message for which the current task, or the one that started it, runs the closure; 0 elsewhere.
    ///
    /// A number, because a task that a closure started may outlive everything else, so it mustn't retain what retains
    /// the closure. It isn't larger than a reference: see ``Broadcaster/Cause/ofTask``.
    @TaskLocal static var current: UInt = 0
}
