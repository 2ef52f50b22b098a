// The forwarders of protocols that an app keeps to itself.

import Broadcaster

nonisolated struct Stop: Error {}

@globalActor actor Audio {
    static let shared = Audio()
}

// Isolated as the module is by default.
@Multicast
protocol PlayerDelegate: AnyObject {
    func started()
    func stopped() throws
    func failed() throws(Stop)
    func loads() async
    func loaded() async throws
    func repeated(_ body: () throws -> Void) rethrows
    func closed(_ body: @escaping @Sendable () -> Void, _ show: @escaping @MainActor () -> Void)
    func counted(_ count: @autoclosure () -> Int)
    @MainActor func show()
    @MainActor func shown() async throws
    nonisolated func anywhere()
    nonisolated(nonsending) func here() async
    @concurrent func elsewhere() async
    func moved(delegate: Int, delegate_: Int, await: Int) async
    func answer() -> Int
}

nonisolated final class PlayerDelegates: MulticastDelegate<any PlayerDelegate>, PlayerDelegate {
    func answer() -> Int { 0 }
}

// On the main actor.
@MainActor
@Multicast
protocol ScreenDelegate: AnyObject {
    func appeared()
    func left() throws
    func loads() async
    func loaded() async throws
    nonisolated func anywhere()
    nonisolated func later() async throws
}

nonisolated final class ScreenDelegates: MulticastDelegate<any ScreenDelegate>, ScreenDelegate {}

// On another global actor.
@Audio
@Multicast
protocol MixerDelegate: AnyObject {
    func muted()
    func loads() async
    nonisolated func anywhere()
    nonisolated func later() async throws
    @MainActor func show()
}

nonisolated final class MixerDelegates: MulticastDelegate<any MixerDelegate>, MixerDelegate {}

// On no actor.
@Multicast
nonisolated protocol StreamDelegate: AnyObject {
    func opened()
    func closed() throws
    func failed() throws(Stop)
    func loads() async
    func loaded() async throws
    func on(_ actor: isolated (any Actor)?) async
    func onNow(_ actor: isolated (any Actor)?)
    @MainActor func show()
    @MainActor func shown() async throws
    nonisolated func anywhere()
    nonisolated(nonsending) func here() async
    @concurrent func elsewhere() async
}

nonisolated final class StreamDelegates: MulticastDelegate<any StreamDelegate>, StreamDelegate {}

nonisolated func open(_ delegates: StreamDelegates) { delegates.opened() }

// Nested in a type on no actor.
nonisolated enum Outer {
    @Multicast
    protocol Delegate: AnyObject {
        func opened()
        func loaded() async throws
    }

    nonisolated final class Delegates: MulticastDelegate<any Delegate>, Delegate {}

    enum Inner {
        @Broadcaster.Multicast
        fileprivate protocol Delegate: AnyObject {
            func opened()
            func loaded() async throws
        }

        nonisolated fileprivate final class Delegates: MulticastDelegate<any Delegate>, Delegate {}
    }

    @MainActor
    @Multicast
    protocol ScreenDelegate: AnyObject {
        func opened()
        func loaded() async throws
    }

    nonisolated final class ScreenDelegates: MulticastDelegate<any ScreenDelegate>, ScreenDelegate {}
}

// Nested in an extension that is on no actor, which the protocol doesn't inherit.
enum Plain {}

nonisolated extension Plain {
    @Multicast
    protocol Delegate: AnyObject {
        func opened()
        func loaded() async throws
    }

    nonisolated final class Delegates: MulticastDelegate<any Delegate>, Delegate {}
}

// With an associated type.
@Multicast
protocol Loader<Item>: AnyObject {
    associatedtype Item
    associatedtype Element
    func loads(_ url: String)
    func loaded() -> [Item]
}

nonisolated final class Loaders: MulticastDelegate<any Loader>, Loader {
    func loaded() -> [Int] { [] }
}
