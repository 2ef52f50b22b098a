import Broadcaster
import Channels
import Testing

/// Arguments of a macro are in the index twice: as they are written, and as the macro generates them.
@MainActor
@Test
func expecting() {
    #expect(Broadcaster.observers(of: Attendee.self).isEmpty)
    //: observers Channels.Attendee: expecting(); calls name
    //: unkeyed: Channels.Attendee is sent without a key in expecting(), but every observer has one
    #expect(Broadcaster.observers(of: Attendee.self).map(\.name) == [])
    //: notify Channels.Life: expecting(); calls began()
    #expect(throws: Never.self) { Broadcaster.notify(Life.self) { $0.began() } }
}
