// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Public stand-ins, which need a public import.

public import Broadcaster

@Multicast
public protocol PlayerDelegate: AnyObject {
    func started()
    func loaded() async throws
}

public nonisolated final class PlayerDelegates: MulticastDelegate<any PlayerDelegate>, PlayerDelegate {}

@MainActor
@Multicast
public protocol ScreenDelegate: AnyObject {
    func appeared()
    func loaded() async throws
}

public nonisolated final class ScreenDelegates: MulticastDelegate<any ScreenDelegate>, ScreenDelegate {}

@Multicast
public nonisolated protocol StreamDelegate: AnyObject {
    func opened()
    func loaded() async throws
}

public nonisolated final class StreamDelegates: MulticastDelegate<any StreamDelegate>, StreamDelegate {}
