// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The forwarders of public protocols in a file that imports this module internally, as its module's default may be.

import Broadcaster

@Multicast
public protocol PlayerDelegate: AnyObject {
    func started()
    func stopped() throws
    func loaded() async throws
    @MainActor func show()
    nonisolated func anywhere()
    func answer() -> Int
}

nonisolated final class PlayerDelegates: MulticastDelegate<any PlayerDelegate>, PlayerDelegate {
    func answer() -> Int { 0 }
}

@MainActor
@Multicast
public protocol ScreenDelegate: AnyObject {
    func appeared()
    func loaded() async throws
    nonisolated func anywhere()
}

nonisolated final class ScreenDelegates: MulticastDelegate<any ScreenDelegate>, ScreenDelegate {}

@Multicast
public nonisolated protocol StreamDelegate: AnyObject {
    func opened()
    func loaded() async throws
    @MainActor func show()
}

nonisolated final class StreamDelegates: MulticastDelegate<any StreamDelegate>, StreamDelegate {}

public enum Outer {
    @Multicast
    public protocol Delegate: AnyObject {
        func opened()
        func loaded() async throws
    }

    nonisolated final class Delegates: MulticastDelegate<any Delegate>, Delegate {}
}
