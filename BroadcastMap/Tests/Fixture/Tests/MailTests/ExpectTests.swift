import Broadcaster
import Channels
import Testing

/// Arguments of a macro are in the index twice: as they are written, and as the macro generates them.
@MainActor
@Test
func expecting() {
    #expect(Broadcaster.observers(of: Attendee.self).isEmpty)
    #expect(Broadcaster.observers(of: Attendee.self).map(\.name) == [])
    #expect(throws: Never.self) { Broadcaster.notify(Life.self) { $0.began() } }
}
