import Broadcaster

//: channel Handling.Readings: update(_: Int), update(_: String), update(_:for:)
/// Two of its messages have the same name, and differ by the type of the parameter.
package protocol Readings {
    func update(_ value: Int)
    //: unhandled: Handling.Readings.update(_: String) is sent, but every observer leaves it to its default
    func update(_ value: String)
    //: uncalled: Handling.Readings.update(_:for:) is never called
    func update(_ value: Int, for name: String)
}

extension Readings {
    package func update(_ value: String) {}
}

@MainActor
package final class Display: @MainActor Readings {
    //: register Handling.Readings: Display (registered in its show); handles update(_: Int), update(_:for:)
    package func show() { Broadcaster.register(Readings.self, observer: self) }
    package func update(_ value: Int) {}
    package func update(_ value: Int, for name: String) {}
}

@MainActor
package func sendReadings() {
    //: notify Handling.Readings: sendReadings(); calls update(_: Int)
    Broadcaster.notify(Readings.self) { $0.update(1) }
    //: notify Handling.Readings: sendReadings(); calls update(_: String)
    Broadcaster.notify(Readings.self) { $0.update("one") }
}
