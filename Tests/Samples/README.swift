// What the samples of the README use and don't show.
final class Player {
    weak var delegate: (any PlayerDelegate)?
}

final class Screen: PlayerDelegate {
    func playerDidStart(_ player: Player) {}
    func playerShouldStop(_ player: Player) -> Bool { true }
}

let player = Player()
let lockScreen = Screen()
let nowPlayingBar = Screen()
