import Broadcaster

private final class Watcher: Door {
    func closed() {}
}

final class Cellar {
    private let watcher = Watcher()

    init() { Broadcaster.register(Door.self, observer: watcher) }
}
