// What the samples in Broadcaster.swift use and don't declare.
protocol RoomObserver {
    func posted(_ message: String)
}

final class Title: UpdateTitle, RoomObserver {
    func updateWithNewTitle(title: String) {}
    func posted(_ message: String) {}
}

let title = Title()
// The samples are read as part of an observer's method.
let `self` = title
