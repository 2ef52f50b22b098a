// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Protocols with attributes, of which what stands beside them needs some.

public import Broadcaster
import Dispatch

@_spi(Tests) public nonisolated struct Channel: Sendable {}

@_spi(Tests)
@Multicast
@Messages
public protocol HiddenObserver: AnyObject {
    func changed(_ value: Int, on channel: Channel)
}

@_spi(Tests)
@Messages
public nonisolated protocol HiddenOrderObserver: Sendable {
    func placed(_ number: Int)
}

@_spi(Tests) public nonisolated enum Hidden {
    @Multicast
    @Messages
    public protocol Observer: AnyObject {
        func changed()
    }
}

@_spi(Tests)
public extension Hidden {
    @Messages
    protocol ExtendedObserver {
        func changed()
    }
}

@_documentation(visibility: internal)
@Multicast
@Messages
public protocol UndocumentedObserver: AnyObject {
    func changed()
}

@available(*, deprecated)
@Multicast
@Messages
public protocol OldObserver: AnyObject {
    func changed()
}

@usableFromInline
@Multicast
@Messages
protocol InlinableObserver: AnyObject {
    func changed()
}

@preconcurrency
@MainActor
@Multicast
@Messages
public protocol OlderObserver: AnyObject {
    func changed()
    nonisolated func changedAnywhere()
}

@preconcurrency
@Messages
public nonisolated protocol OlderOrderObserver: Sendable {
    func placed()
}

@_spi(Tests) public nonisolated final class HiddenObservers: MulticastDelegate<any HiddenObserver>, HiddenObserver {}

nonisolated final class InlinableObservers: MulticastDelegate<any InlinableObserver>, InlinableObserver {}
nonisolated final class OlderObservers: MulticastDelegate<any OlderObserver>, OlderObserver {}

@MainActor
func send() {
    Broadcaster.notify(HiddenObserverMessage.changed(1, on: Channel()))
    Broadcaster.notify(HiddenOrderObserverMessage.placed(1), on: .global())
    Broadcaster.notify(OlderObserverMessage.changedAnywhere)
    Broadcaster.notify(OlderOrderObserverMessage.placed, on: .global())
}
