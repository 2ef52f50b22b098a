// Two files with a private class of one name, whose registration names a property.
import Broadcaster

protocol Door: AnyObject {
    func opened()
    func closed()
}

extension Door {
    func opened() {}
    func closed() {}
}

private final class Watcher: Door {
    func opened() {}
}

final class Hall {
    private let watcher = Watcher()

    init() { Broadcaster.register(Door.self, observer: watcher) }

    func enter() {
        Broadcaster.notify(Door.self) { $0.opened() }
        Broadcaster.notify(Door.self) { $0.closed() }
    }
}
