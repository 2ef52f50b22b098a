// The channels inside this module. No other module sees them, although they use the same broadcaster.

/// The channel between `Live` and the connections of one room, which is the key.
protocol RoomObserver: AnyObject, Sendable {
    func messageWasEncoded(_ event: StreamEvent, id: Int64)
    func rosterWasEncoded(_ event: StreamEvent)
}

/// The channel between `Live` and all connections.
protocol KeepAliveObserver: AnyObject, Sendable {
    func keepAlive()
}
