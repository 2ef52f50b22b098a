import Broadcaster
import ChatChannels
import Metrics

/// Counts the messages and the streams of all rooms.
///
/// It shows an observer of all keys: each room is one, and an observer that registers without a key receives the news
/// of all, those that don't exist yet included.
final class RoomMetrics: MessageObserver, AttendanceObserver {
    private let messages = Counter(label: "chat_messages")
    private let streams = Meter(label: "chat_streams")

    init(broadcaster: Broadcaster) {
        broadcaster.register(MessageObserver.self, observer: self)
        broadcaster.register(AttendanceObserver.self, observer: self)
    }

    func messageWasPosted(_ message: Message) { messages.increment() }

    func attendeeDidJoin(_ room: String) { streams.increment() }

    func attendeeDidLeave(_ room: String) { streams.decrement() }
}
