import Foundation

enum Fan {
    //: channel Fan.speed
    //: check self: Slider posts and observes it: it will be called later, and after its own posts
    static let speed = Notification.Name("Fan.speed")
    //: channel Fan.mode
    //: check token: nothing keeps the token of the closure in turnOff(_:): it observes forever, and an Observation that
    //:     nothing keeps ends at once
    static let mode = Notification.Name("Fan.mode")
    //: channel Fan.noise
    static let noise = Notification.Name("Fan.noise")
    //: channel Fan.heat
    //: check object: Slots observes several objects: the method needs the object as a parameter
    //: check object: a closure in Slots.observe() reads the object, which becomes a parameter
    //: check object: object: first becomes a key, which each post must pass, too
    //: check object: object: second becomes a key, which each post must pass, too
    static let heat = Notification.Name("Fan.heat")
    //: channel Fan.power
    //: check keys: posts carry different keys: two methods
    //: check token: nothing keeps the token of the closure in switchOn(): it observes forever, and an Observation that
    //:     nothing keeps ends at once
    static let power = Notification.Name("Fan.power")
}

/// Three posts, and two methods, because no post has the keys of both.
@MainActor
func switchOn() {
    //: post Fan.power: switchOn(); object: nil; userInfo: "watts"
    NotificationCenter.default.post(name: Fan.power, object: nil, userInfo: ["watts": 1])
    //: post Fan.power: switchOn(); object: nil; userInfo: "watts", "volts"
    NotificationCenter.default.post(name: Fan.power, object: nil, userInfo: ["watts": 1, "volts": 2])
    //: post Fan.power: switchOn(); object: nil; userInfo: "error"
    NotificationCenter.default.post(name: Fan.power, object: nil, userInfo: ["error": "short circuit"])
    //: closure Fan.power: a closure in switchOn(); object: nil; queue: .main
    _ = NotificationCenter.default.addObserver(forName: Fan.power, object: nil, queue: .main) { _ in }
}

/// Posts what it observes, and stops the echo by comparing: `self`.
@MainActor
final class Slider {
    private var value = 0
    private var token: (any NSObjectProtocol)?

    init() {
        //: closure Fan.speed: a closure in Slider.init(); object: nil; queue: .main
        token = NotificationCenter.default.addObserver(forName: Fan.speed, object: nil, queue: .main) { _ in }
    }

    func slide(to value: Int) {
        //: post Fan.speed: Slider.slide(to:); object: nil; userInfo: "value"
        NotificationCenter.default.post(name: Fan.speed, object: nil, userInfo: ["value": value])
    }

    func turn() {
        //: post Fan.mode: Slider.turn(); object: nil; userInfo: "mode"
        NotificationCenter.default.post(name: Fan.mode, object: nil, userInfo: ["mode": 1])
    }

    /// Enqueued, so it is called later already.
    func enqueue() {
        //: enqueue Fan.noise: Slider.enqueue()
        NotificationQueue.default.enqueue(Notification(name: Fan.noise), postingStyle: .asap)
        //: closure Fan.noise: a closure in Slider.enqueue(); object: nil; queue: nil
        token = NotificationCenter.default.addObserver(forName: Fan.noise, object: nil, queue: nil) { _ in }
    }
}

/// A key that a post lacks is an optional, so the posts without `isManual`, or without any key, need no other method.
@MainActor
func turnOff(_ info: [String: Int]) {
    //: post Fan.mode: turnOff(_:); object: nil; userInfo: "mode", "isManual"
    NotificationCenter.default.post(name: Fan.mode, object: nil, userInfo: ["mode": 0, "isManual": true])
    //: post Fan.mode: turnOff(_:); object: nil; userInfo: "isManual", "mode"
    NotificationCenter.default.post(name: Fan.mode, object: nil, userInfo: ["isManual": true, "mode": 0])
    //: post Fan.mode: turnOff(_:); object: nil
    NotificationCenter.default.post(name: Fan.mode, object: nil)
    //: post Fan.mode: turnOff(_:); object: nil; userInfo in info
    NotificationCenter.default.post(name: Fan.mode, object: nil, userInfo: info)
    //: closure Fan.mode: a closure in turnOff(_:); object: nil; queue: .main
    _ = NotificationCenter.default.addObserver(forName: Fan.mode, object: nil, queue: .main) { _ in }
}

func measure() {
    //: post Fan.heat: measure(); object: nil
    NotificationCenter.default.post(name: Fan.heat, object: nil)
}

extension Fan {
    //: channel Fan.shade
    //: check token: nothing keeps the token of the closure in draw(_:): it observes forever, and an Observation that
    //:     nothing keeps ends at once
    static let shade = Notification.Name("Fan.shade")
}

/// An empty dictionary counts as little as none, and keys in a constant or a conversion as much as others.
func draw(_ isManual: Bool) {
    //: post Fan.shade: draw(_:); object: nil; userInfo: "shade"
    NotificationCenter.default.post(name: Fan.shade, object: nil, userInfo: ["shade": 1])
    //: post Fan.shade: draw(_:); object: nil
    NotificationCenter.default.post(name: Fan.shade, object: nil, userInfo: [:])
    let shade = ["shade": 2]
    //: post Fan.shade: draw(_:); object: nil; userInfo: "shade"
    NotificationCenter.default.post(name: Fan.shade, object: nil, userInfo: shade)
    //: post Fan.shade: draw(_:); object: nil; userInfo: "shade"
    NotificationCenter.default.post(name: Fan.shade, object: nil, userInfo: ["shade": 3] as [String: Int])
    //: closure Fan.shade: a closure in draw(_:); object: nil; queue: OperationQueue.main
    _ = NotificationCenter.default.addObserver(forName: Fan.shade, object: nil, queue: OperationQueue.main) { _ in }
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
            //: closure Fan.heat: a closure in Slots.observe(); object: first; queue: .main
            center.addObserver(forName: Fan.heat, object: first, queue: .main) { _ in },
            //: closure Fan.heat: a closure in Slots.observe(); object: second; queue: .main
            center.addObserver(forName: Fan.heat, object: second, queue: .main) { print($0.object as Any) },
        ]
    }
}
