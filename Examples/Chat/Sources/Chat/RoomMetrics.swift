import ChatChannels
import Metrics

/// Counts the messages and the streams of all rooms.
///
/// It shows an observer of all keys: each room is one, and an observer that registers without a key receives the news of
/// all, those that don't exist yet included.
final class RoomMetrics: MessageObserver, AttendanceObserver {
    private let messages = Counter(label: "chat_messages")
    private let streams = Meter(label: "chat_streams")

    func messageWasPosted(_ message: Message) { messages.increment() }

    func attendanceDidChange(in room: String, by change: Int) { streams.increment(by: Double(change)) }
}
