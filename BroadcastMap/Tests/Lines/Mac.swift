import Broadcaster

/// Each line ends with a carriage return, which the compiler doesn't count as one.
func sendOnMac() {
    Broadcaster.notify(Update.self) { $0.updated() }
}
