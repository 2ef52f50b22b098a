// The samples of "From a delegate to many".

import Broadcaster
import Foundation

protocol PlayerDelegate: AnyObject {
    var numberOfItems: Int { get }
    func playerDidStart(_ player: Player)
    func playerShouldStop(_ player: Player) -> Bool
}

// One delegate …

final class OldPlayer {
    weak var delegate: (any PlayerDelegate)?
}

// … or many.

final class Player {
    let delegates = MulticastDelegate<any PlayerDelegate>()

    func play() {
        delegates.invoke { $0.playerDidStart(self) }
    }

    func stop() -> Bool {
        delegates.allSatisfy { $0.playerShouldStop(self) }
    }
}

final class LockScreen: PlayerDelegate {
    let numberOfItems = 1
    func playerDidStart(_ player: Player) { print("lock screen: started") }
    func playerShouldStop(_ player: Player) -> Bool { true }
}

final class SleepTimer: PlayerDelegate {
    let numberOfItems = 2
    func playerDidStart(_ player: Player) { print("sleep timer: started") }
    func playerShouldStop(_ player: Player) -> Bool { false }
}

func answers(player: Player) {
    let total = player.delegates.reduce(0) { $0 + $1.numberOfItems }
    let all = player.delegates.map { $0.numberOfItems }
    let first = player.delegates.first { $0.numberOfItems > 1 }
    let mayStop = player.delegates.allSatisfy { $0.playerShouldStop(player) }
    print(total, all, first?.numberOfItems ?? 0, mayStop)
}

// Standing in for one delegate.

final class PlayerDelegates: MulticastDelegate<any PlayerDelegate>, PlayerDelegate {
    var numberOfItems: Int {
        reduce(0) { $0 + $1.numberOfItems }
    }
    func playerDidStart(_ player: Player) {
        invoke { $0.playerDidStart(player) }
    }
    func playerShouldStop(_ player: Player) -> Bool {
        allSatisfy { $0.playerShouldStop(player) }
    }
}

final class Radio {
    private let delegates = PlayerDelegates()
    private let player = OldPlayer()

    init(_ listeners: [any PlayerDelegate]) {
        delegates.add(listeners[0])
        delegates += listeners[1]
        player.delegate = delegates
    }
}

// A centre with many delegates.

@MainActor
protocol AccountDelegate: AnyObject {
    func accountDidSignOut()
}

@MainActor
final class Account {
    static let shared = Account()

    let delegates = MulticastDelegate<any AccountDelegate>()

    func signOut() {
        delegates.invoke { $0.accountDidSignOut() }
    }
}

// … and one that any thread may use.

protocol SampleListener: AnyObject, Sendable {
    func measured(_ value: Double)
}

final class Sensor: Sendable {
    static let shared = Sensor()

    let listeners = WeakObjectSet<any SampleListener>()

    func measure(_ value: Double) {
        listeners.forEach { $0.measured(value) }
    }
}

let player = Player()
let lockScreen = LockScreen()
let sleepTimer = SleepTimer()
player.delegates += lockScreen
player.delegates += sleepTimer
player.play()
answers(player: player)
let radio = Radio([lockScreen, sleepTimer])
print("may stop: \(player.stop())")
withExtendedLifetime((lockScreen, sleepTimer, radio)) {}
