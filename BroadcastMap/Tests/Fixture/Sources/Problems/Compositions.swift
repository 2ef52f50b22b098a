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

package protocol Pleatable: Foldable {
    func pleated()
}

/// It never gets what it inherits, because it is registered for one protocol.
@MainActor
package final class Napkin: @MainActor Foldable {
    package func dragged() {}
    package func folded() {}

    package func lay() { Broadcaster.register(Foldable.self, observer: self) }
}

@MainActor
package final class Card: @MainActor Pleatable, @MainActor Droppable {
    package func dragged() {}
    package func pleated() {}
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
        Broadcaster.register((Draggable & Pleatable).self, observer: self)
        Broadcaster.notify(Pleatable.self) {
            $0.pleated()
            $0.folded()
            $0.dragged()
        }
    }
}
