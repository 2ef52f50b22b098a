// Stand-ins in modules that are not isolated by default, where they need no initializer.
// Cells: nonisolated

import Broadcaster

protocol PlayerDelegate: AnyObject { func playerDidStart(_ name: String) }

final class PlayerDelegates: MulticastDelegate<any PlayerDelegate>, PlayerDelegate {
    func playerDidStart(_ name: String) { invoke { $0.playerDidStart(name) } }
}

@MainActor
protocol NavigationDelegate: AnyObject { func didShow(_ screen: String) }

@MainActor
final class NavigationDelegates: MulticastDelegate<any NavigationDelegate>, NavigationDelegate {
    func didShow(_ screen: String) { invoke { $0.didShow(screen) } }
}

final class PlainNavigationDelegates: MulticastDelegate<any NavigationDelegate>, NavigationDelegate {
    func didShow(_ screen: String) { invoke { $0.didShow(screen) } }
}
