import Broadcaster

package protocol Draggable {
    //: uncalled: Problems.Foldable.dragged() is never called
    func dragged()
}

package protocol Droppable {
    func dropped()
}

//: channel Problems.Foldable: folded(), dragged()
/// What it inherits is sent to other channels only.
package protocol Foldable: Draggable {
    func folded()
}

package typealias Movable = Droppable & Draggable

//: channel Problems.Pleatable: pleated(), folded(), dragged()
package protocol Pleatable: Foldable {
    func pleated()
}

/// It never gets what it inherits, because it is registered for one protocol.
@MainActor
package final class Napkin: @MainActor Foldable {
    package func dragged() {}
    package func folded() {}

    //: register Problems.Foldable: Napkin (registered in its lay); handles folded(), dragged()
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
        //: register Problems.Draggable & Problems.Droppable: Card (registered in its play); handles dragged(),
        //:     dropped()
        Broadcaster.register((Draggable & Droppable).self, observer: self)
        //: notify Problems.Draggable & Problems.Droppable: Card.play(); calls dragged()
        Broadcaster.notify(Movable.self) { $0.dragged() }
        //: notify Problems.Draggable & Problems.Droppable: Card.play(); calls dropped()
        Broadcaster.notify((Droppable & Draggable).self) { $0.dropped() }
        // The same type as `Foldable`, which is draggable already.
        //: register Problems.Foldable: Card (registered in its play); handles folded(), dragged()
        Broadcaster.register((Draggable & Foldable).self, observer: self)
        //: notify Problems.Foldable: Card.play(); calls folded()
        Broadcaster.notify(Foldable.self) { $0.folded() }
        //: register Problems.Pleatable: Card (registered in its play); handles pleated(), folded(), dragged()
        Broadcaster.register((Draggable & Pleatable).self, observer: self)
        //: notify Problems.Pleatable: Card.play(); calls pleated(), folded(), dragged()
        Broadcaster.notify(Pleatable.self) {
            $0.pleated()
            $0.folded()
            $0.dragged()
        }
    }
}
