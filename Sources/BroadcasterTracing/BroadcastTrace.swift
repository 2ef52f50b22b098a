import Broadcaster
import Foundation

/// Records the broadcasts of a broadcaster, and the observer's call that each was sent from.
///
/// ```swift
/// let trace = BroadcastTrace()
/// archive.save()
/// await Broadcaster.settled()
/// print(trace)
/// ```
///
/// The text is a tree: below each broadcast are the calls of its observers, and below a call what was sent from it.
/// Names are cut after 100 characters.
///
/// ```text
/// Mail.SyncObserver         Sync.swift:31   0.214 ms queued, 0.402 ms, 2 observers
///   App.Inbox                               0.317 ms
///     Mail.UnreadObserver   Inbox.swift:12  0 observers
///   closure of App.Toolbar                  0.081 ms
/// ```
///
/// It registers itself as a monitor, and records until you release it. Create it on any thread. A broadcast that is
/// pending then isn't recorded, and one that is pending when you print it is *not delivered*. It records the names of
/// protocols and classes, the source locations of senders, and times, but neither keys nor what is sent.
///
/// ## Messages
///
/// Name the types of messages to record what is sent to their protocols, with any key:
///
/// ```swift
/// let sent = BroadcastTrace(messages: MailObserverMessage.self, SyncObserverMessage.self)
/// ```
///
/// ```text
/// Mail.MailObserver  Mail.swift:12  arrived("Ann: Lunch?")  0.214 ms queued, 0.402 ms, 1 observer
/// ```
///
/// The text of a message is that of `String(describing:)`, cut after 100 characters when it is printed, and after 1,000
/// in a file. A message may be private, so look at a trace before you send it to someone. The trace is no observer: it
/// isn't listed or counted, `unregister` doesn't end it, and a broadcast that only a trace receives has 0 observers.
/// Like a closure, it runs the block of `notify` once more. It retains the broadcaster.
///
/// ## The file
///
/// ``write(to:)``, and a trace that writes to a file, write the *Trace Event Format*, which
/// [Perfetto](https://ui.perfetto.dev) opens. The file is an array with one event on each line, each followed by a
/// comma. A file that is written as broadcasts are delivered has no end, which the format allows, so it can be opened
/// at any time, even after the program was killed; its last line may be cut then.
///
/// - A delivery has the category (`cat`) `broadcast`, the name of its channel as its `name`, and as `args`: `broadcast`
///   (its `number`), `fileID`, `line`, `key` (whether it has one), `observers` (how many were called), `queued` (in
///   microseconds), `dropped` (how many messages bounded buffers dropped, if any), `messages` (the texts of the
///   messages, if their type was named), and if an observer's call sent it, `depth` and `cause`, which is the
///   `broadcast` and the position of the `call`. In a test, `test` is its name.
/// - A call has the category `call`, the full name of the observer's class as its `name`, and as `args`: `broadcast`,
///   `call` (its position, from 0), `channel`, and `kind`, which is `object`, `owner` (a closure with an owner, whose
///   class the name is), `closure`, or `loop`.
///
/// Both are complete events (`ph` is `X`), with `ts` and `dur` in microseconds, on a row (`pid` and `tid`) for each
/// thread; the main actor has one row. `bind_id`, `flow_out`, and `flow_in` draw an arrow from a call to each delivery
/// that it caused. Events of the kind `M` name the rows.
///
/// - Complexity: O(1) for each broadcast, and O(n) in its calls. `description` and ``write(to:)`` are O(n) in what is
///   recorded.
public final class BroadcastTrace: Broadcaster.Monitor, CustomStringConvertible {
    private let records: Locked<RecentBroadcasts>
    private let file: TraceFile?
    /// What receives messages, until the trace is released.
    private let observations = Locked<[Broadcaster.Observation]>([])

    /// Records the last broadcasts of a broadcaster in memory.
    ///
    /// ```swift
    /// let recent = BroadcastTrace(keepingLast: 100)
    /// ```
    ///
    /// - Parameters:
    ///   - broadcaster: The broadcaster.
    ///   - count: How many broadcasts are kept at most; at least 1, or it traps: "A trace keeps at least one broadcast
    ///     …".
    ///   - messages: The types of the messages to record; by default none.
    public convenience init<each M: Broadcaster.SendableMessage>(
        of broadcaster: Broadcaster = .current, keepingLast count: Int = 10_000, messages: repeat (each M).Type
    ) {
        self.init(of: broadcaster, RecentBroadcasts(limit: count))
        repeat receive(each messages, of: broadcaster)
    }

    /// Records the last broadcasts of a broadcaster in memory, with messages that needn't be `Sendable`, on the main
    /// actor.
    ///
    /// - Parameters:
    ///   - broadcaster: The broadcaster.
    ///   - count: How many broadcasts are kept at most; at least 1.
    ///   - messages: The types of the messages to record.
    @preconcurrency @MainActor
    public convenience init<each M: Broadcaster.Message>(
        of broadcaster: Broadcaster = .current, keepingLast count: Int = 10_000, messages: repeat (each M).Type
    ) {
        self.init(of: broadcaster, RecentBroadcasts(limit: count))
        repeat receive(each messages, of: broadcaster)
    }

    /// Writes the broadcasts of a broadcaster to a file, each as soon as it is delivered, and keeps the last 10,000.
    ///
    /// ```swift
    /// let url = FileManager.default.temporaryDirectory
    ///     .appendingPathComponent("broadcasts.json")
    /// let written = try BroadcastTrace(writingTo: url)
    /// ```
    ///
    /// What `settled()` has waited for is in the file, even if the program is killed then. If the file can't be written
    /// later, because the disk is full, one line on standard error says so, and nothing more is written to it.
    ///
    /// - Parameters:
    ///   - broadcaster: The broadcaster.
    ///   - url: The file, or a device. A file that exists is replaced.
    ///   - messages: The types of the messages to record; by default none.
    /// - Throws: A `CocoaError` that names the path and the reason, if the file can't be created, if it is a pipe or a
    ///   socket, because deliveries would wait for its reader, or if another trace of this process writes to it.
    public convenience init<each M: Broadcaster.SendableMessage>(
        of broadcaster: Broadcaster = .current, writingTo url: URL, messages: repeat (each M).Type
    ) throws {
        self.init(of: broadcaster, RecentBroadcasts(), try TraceFile(replacing: url))
        repeat receive(each messages, of: broadcaster)
    }

    /// Writes the broadcasts of a broadcaster to a file, with messages that needn't be `Sendable`, on the main actor.
    ///
    /// - Parameters:
    ///   - broadcaster: The broadcaster.
    ///   - url: The file, or a device. A file that exists is replaced.
    ///   - messages: The types of the messages to record.
    /// - Throws: A `CocoaError` that names the path and the reason.
    @preconcurrency @MainActor
    public convenience init<each M: Broadcaster.Message>(
        of broadcaster: Broadcaster = .current, writingTo url: URL, messages: repeat (each M).Type
    ) throws {
        self.init(of: broadcaster, RecentBroadcasts(), try TraceFile(replacing: url))
        repeat receive(each messages, of: broadcaster)
    }

    private init(of broadcaster: Broadcaster, _ records: RecentBroadcasts, _ file: TraceFile? = nil) {
        self.records = Locked(records)
        self.file = file
        broadcaster.register((any Broadcaster.Monitor).self, observer: self)
    }

    private func receive<M: Broadcaster.SendableMessage>(_ messageType: M.Type, of broadcaster: Broadcaster) {
        let observation = broadcaster.record(messageType, for: Broadcaster.NoKey(), as: .ofTrace, receive: receiver())
        observations.withLock { $0.append(observation) }
    }

    @MainActor
    private func receive<M: Broadcaster.Message>(_ messageType: M.Type, of broadcaster: Broadcaster) {
        let observation = broadcaster.record(messageType, for: Broadcaster.NoKey(), as: .ofTrace, receive: receiver())
        observations.withLock { $0.append(observation) }
    }

    /// Returns a closure that adds each message to the broadcast that is delivered where it is called.
    private func receiver<M>() -> @Sendable (M) -> Void {
        { [records] message in
            guard let number = Broadcaster.Cause.current?.broadcastNumber else { return }
            // Made without the lock, because code that describes a value may broadcast.
            let lines = String(describing: message).limited(to: 1_000)
                .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            records.withLock { $0.add(lines.joined(separator: "\\n"), to: number) }
        }
    }

    /// Records a broadcast.
    public func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) {
        records.withLock { $0.add(broadcast) }
    }

    /// Records a delivery.
    public func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, as delivery: Broadcaster.Delivery) {
        let messages = records.withLock { $0.complete(broadcast.number, delivery) }
        file?.append(broadcast, delivery, messages)
    }

    /// The recorded broadcasts in the order sent, each below the call that sent it.
    public var description: String { TraceTree(records.withLock { $0.all }).description }

    /// Writes the recorded broadcasts that were delivered to a file, in the Trace Event Format.
    ///
    /// ```swift
    /// try trace.write(to: url)
    /// ```
    ///
    /// - Parameter url: The file, or a device. A file that exists is replaced.
    /// - Throws: A `CocoaError` as a trace that writes to a file does, or if the disk is full.
    public func write(to url: URL) throws {
        let all = records.withLock { $0.all }
        var events = TraceEvents()
        for record in all {
            if let delivery = record.delivery { events.append(record.broadcast, delivery, record.messages) }
        }
        try TraceFile.overwrite(url, with: events.array)
    }
}
