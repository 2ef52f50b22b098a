// What the samples in MulticastDelegate.swift use and don't declare.
protocol PlayerDelegate: AnyObject {
    var numberOfItems: Int { get }
    func playerDidStart(_ player: Player)
    func playerShouldStop(_ player: Player) -> Bool
}

let player = Player()
let lockScreen = PlayerDelegates()
let nowPlayingBar = PlayerDelegates()
