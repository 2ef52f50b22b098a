// Two files with a private class of one name, whose registration names a property.
import Broadcaster

//: channel Private.Door: opened(), closed()
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

    //: register Private.Door: Watcher (registered in Hall.init()); handles opened()
    init() { Broadcaster.register(Door.self, observer: watcher) }

    func enter() {
        //: notify Private.Door: Hall.enter(); calls opened()
        Broadcaster.notify(Door.self) { $0.opened() }
        //: notify Private.Door: Hall.enter(); calls closed()
        Broadcaster.notify(Door.self) { $0.closed() }
    }
}
