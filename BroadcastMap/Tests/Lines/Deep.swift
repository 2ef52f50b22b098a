// swift-format-ignore-file
import Broadcaster

func sendBefore() { Broadcaster.notify(Update.self, for: "before") { $0.updated() } }

/// More brackets take the place of these.
func sendInside() {
    ((
    Broadcaster.notify(Update.self, for: "inside") { $0.updated() }
    ))
}

func sendBehind() { Broadcaster.notify(Update.self, for: "behind") { $0.updated() } }
