import Broadcaster

private final class Watcher: Door {
    func closed() {}
}

final class Cellar {
    private let watcher = Watcher()

    //: register Private.Door: Watcher (registered in Cellar.init()); handles closed()
    init() { Broadcaster.register(Door.self, observer: watcher) }
}
