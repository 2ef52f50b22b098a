/// Another global actor than the main actor.
@globalActor
actor Disk {
    static let shared = Disk()
}
