import Broadcaster

package protocol Draggable {
    func dragged()
}

package protocol Droppable {
    func dropped()
}

/// What it inherits is sent to other channels only.
package protocol Foldable: Draggable {
    func folded()
}

package typealias Movable = Droppable & Draggable

/// It never gets what it inherits, because it is registered for one protocol.
@MainActor
package final class Napkin: @MainActor Foldable {
    package func dragged() {}
    package func folded() {}

    package func lay() { Broadcaster.register(Foldable.self, observer: self) }
}

@MainActor
package final class Card: @MainActor Foldable, @MainActor Droppable {
    package func dragged() {}
    package func dropped() {}
    package func folded() {}

    package func play() {
        // One channel in any order, with the messages of both.
        Broadcaster.register((Draggable & Droppable).self, observer: self)
        Broadcaster.notify(Movable.self) { $0.dragged() }
        Broadcaster.notify((Droppable & Draggable).self) { $0.dropped() }
        // The same type as `Foldable`, which is draggable already.
        Broadcaster.register((Draggable & Foldable).self, observer: self)
        Broadcaster.notify(Foldable.self) { $0.folded() }
    }
}
