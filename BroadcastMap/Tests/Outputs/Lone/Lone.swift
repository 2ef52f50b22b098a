// A module with nothing but an unresolved use.
import Broadcaster

protocol Plain { func said() }

func sayLater() {
    let type = [(any Plain).self][0]
    Broadcaster.notify(type) { $0.said() }
}
