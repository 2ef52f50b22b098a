import Foundation

enum Fan {
    static let speed = Notification.Name("Fan.speed")
    static let mode = Notification.Name("Fan.mode")
    static let noise = Notification.Name("Fan.noise")
    static let heat = Notification.Name("Fan.heat")
    static let light = Notification.Name("Fan.light")
    static let power = Notification.Name("Fan.power")
}

/// Three posts, and two methods, because no post has the keys of both.
@MainActor
func switchOn() {
    NotificationCenter.default.post(name: Fan.power, object: nil, userInfo: ["watts": 1])
    NotificationCenter.default.post(name: Fan.power, object: nil, userInfo: ["watts": 1, "volts": 2])
    NotificationCenter.default.post(name: Fan.power, object: nil, userInfo: ["error": "short circuit"])
    _ = NotificationCenter.default.addObserver(forName: Fan.power, object: nil, queue: .main) { _ in }
}

/// Posts what it observes, and stops the echo by comparing: `self`.
@MainActor
final class Slider {
    private var value = 0
    private var token: (any NSObjectProtocol)?

    init() {
        token = NotificationCenter.default.addObserver(forName: Fan.speed, object: nil, queue: .main) { _ in }
    }

    func slide(to value: Int) {
        NotificationCenter.default.post(name: Fan.speed, object: nil, userInfo: ["value": value])
    }

    func turn() {
        NotificationCenter.default.post(name: Fan.mode, object: nil, userInfo: ["mode": 1])
    }

    /// Enqueued, so it is called later already.
    func enqueue() {
        NotificationQueue.default.enqueue(Notification(name: Fan.noise), postingStyle: .asap)
        token = NotificationCenter.default.addObserver(forName: Fan.noise, object: nil, queue: nil) { _ in }
    }
}

/// A key that a post lacks is an optional, so the posts without `isManual`, or without any key, need no other method.
@MainActor
func turnOff(_ info: [String: Int]) {
    NotificationCenter.default.post(name: Fan.mode, object: nil, userInfo: ["mode": 0, "isManual": true])
    NotificationCenter.default.post(name: Fan.mode, object: nil, userInfo: ["isManual": true, "mode": 0])
    NotificationCenter.default.post(name: Fan.mode, object: nil)
    NotificationCenter.default.post(name: Fan.mode, object: nil, userInfo: info)
    _ = NotificationCenter.default.addObserver(forName: Fan.mode, object: nil, queue: .main) { _ in }
}

/// Each post of `heat` is on the main actor, and none of `light` is known to be.
final class Sensor {
    private let queue = DispatchQueue(label: "Sensor")

    func measure() async {
        DispatchQueue.main.async { NotificationCenter.default.post(name: Fan.heat, object: nil) }
        Task { @MainActor in NotificationCenter.default.post(name: Fan.heat, object: nil) }
        await MainActor.run { if true { NotificationCenter.default.post(name: Fan.heat, object: nil) } }
        OperationQueue.main.addOperation { NotificationCenter.default.post(name: Fan.heat, object: nil) }
        await post()
    }

    @MainActor
    private func post() {
        NotificationCenter.default.post(name: Fan.heat, object: nil)
        queue.async { NotificationCenter.default.post(name: Fan.light, object: nil) }
    }
}

final class Display {
    func observe() {
        _ = NotificationCenter.default.addObserver(forName: Fan.heat, object: nil, queue: nil) { _ in }
        _ = NotificationCenter.default.addObserver(forName: Fan.light, object: nil, queue: nil) { _ in }
    }
}

extension Fan {
    static let dust = Notification.Name("Fan.dust")
    static let smoke = Notification.Name("Fan.smoke")
}

/// Is on the main actor, and neither of its posts is.
@MainActor
final class Filter {
    nonisolated func clog() { NotificationCenter.default.post(name: Fan.dust, object: nil) }

    func burn() {
        Task.detached { NotificationCenter.default.post(name: Fan.smoke, object: nil) }
    }
}

extension Display {
    func warn() {
        _ = NotificationCenter.default.addObserver(forName: Fan.dust, object: nil, queue: nil) { _ in }
        _ = NotificationCenter.default.addObserver(forName: Fan.smoke, object: nil, queue: nil) { _ in }
    }
}

extension Fan {
    static let shade = Notification.Name("Fan.shade")
    static let warmth = Notification.Name("Fan.warmth")
}

/// An empty dictionary counts as little as none, and keys in a constant or a conversion as much as others.
@MainActor
func draw(_ isManual: Bool) {
    NotificationCenter.default.post(name: Fan.shade, object: nil, userInfo: ["shade": 1])
    NotificationCenter.default.post(name: Fan.shade, object: nil, userInfo: [:])
    let shade = ["shade": 2]
    NotificationCenter.default.post(name: Fan.shade, object: nil, userInfo: shade)
    NotificationCenter.default.post(name: Fan.shade, object: nil, userInfo: ["shade": 3] as [String: Int])
    _ = NotificationCenter.default.addObserver(forName: Fan.shade, object: nil, queue: OperationQueue.main) { _ in }
}

extension Display {
    /// A task runs where it is created, so each post is on the main actor.
    @MainActor
    func warm() {
        Task { NotificationCenter.default.post(name: Fan.warmth, object: nil) }
        _ = NotificationCenter.default.addObserver(forName: Fan.warmth, object: nil, queue: nil) { _ in }
    }
}

/// One method receives what two closures did.
@MainActor
final class Slots {
    private let first = Slider()
    private let second = Slider()
    private var tokens: [any NSObjectProtocol] = []

    func observe() {
        let center = NotificationCenter.default
        tokens = [
            center.addObserver(forName: Fan.heat, object: first, queue: .main) { _ in },
            center.addObserver(forName: Fan.heat, object: second, queue: .main) { print($0.object as Any) },
        ]
    }
}
