// What a macro can't see of an inherited protocol, which isn't forwarded and becomes no message.

import Broadcaster
import Dispatch

protocol ScrollDelegate: AnyObject { func scrolled(_ y: Int) }
extension ScrollDelegate { func scrolled(_ y: Int) {} }
protocol TapDelegate: ScrollDelegate {}
typealias Both = ScrollDelegate & TapDelegate
enum Outer { protocol Nested: ScrollDelegate {} }

// expected-warning@+2 {{'@Multicast' can't see the requirements of 'ScrollDelegate', so a stand-in calls their defaults instead of its delegates; declare them again in 'ListDelegate', and write '@Multicast(redeclaresInherited: true)' to say that none is missing}}
// expected-note@+1 {{write '@Multicast(redeclaresInherited: true)'}} {{1-11=@Multicast(redeclaresInherited: true)}}
@Multicast
protocol ListDelegate: ScrollDelegate { func selected(_ row: Int) }

// expected-warning@+2 {{can't see the requirements of 'TapDelegate' and 'Outer.Nested', so}}
// expected-note@+1 {{write '@Multicast(redeclaresInherited: true)'}}
@Multicast
protocol TableDelegate: AnyObject, TapDelegate & Equatable where Self: Outer.Nested { func selected(_ row: Int) }

// expected-warning@+2 {{can't see the requirements of 'Both', so}}
// expected-note@+1 {{write '@Broadcaster.Multicast(redeclaresInherited: true)'}} {{1-23=@Broadcaster.Multicast(redeclaresInherited: true)}}
@Broadcaster.Multicast
protocol GridDelegate: Both {}

// What the warnings say to write.
@Multicast(redeclaresInherited: true)
protocol TreeDelegate: TapDelegate {
    func scrolled(_ y: Int)
    func selected(_ row: Int)
}

nonisolated final class TreeDelegates: MulticastDelegate<any TreeDelegate>, TreeDelegate {}

@Messages
protocol ListObserver: ScrollDelegate { func selected(_ row: Int) }
// expected-error@-1 {{'@Messages' can't see the requirements of 'ScrollDelegate', so they become no messages; declare them again in 'ListObserver', add 'Sendable' to it if 'ScrollDelegate' is 'Sendable', and write '@Messages(redeclaresInherited: true)' to say that none is missing}}

@Messages(redeclaresInherited: true)
protocol TreeObserver: TapDelegate {
    func scrolled(_ y: Int)
    func selected(_ row: Int)
}

@MainActor
func send() { Broadcaster.notify(TreeObserverMessage.scrolled(1)) }

// A stand-in isn't `Sendable`, even if the protocol inherits it.
nonisolated protocol Base: AnyObject, Sendable {}

@Multicast(redeclaresInherited: true)
nonisolated protocol OrderDelegate: Base { func placed() }

nonisolated final class OrderDelegates: MulticastDelegate<any OrderDelegate>, OrderDelegate {}
// expected-mode5-warning@-1 {{conformance of 'MulticastDelegate<T>' to 'Sendable' is unavailable}}
// expected-mode6-error@-2 {{conformance of 'MulticastDelegate<T>' to 'Sendable' is unavailable}}

// `@Messages` doesn't see that a protocol inherits `Sendable`.
@Messages(redeclaresInherited: true)
nonisolated protocol CartObserver: Base { func cartChanged() }

@Messages(redeclaresInherited: true)
nonisolated protocol PriceObserver: Base, Sendable { func pricesChanged() }

@MainActor
func sendOnQueue() {
    Broadcaster.notify(CartObserverMessage.cartChanged, on: .global())
    // expected-error@-1 {{static method 'notify(_:for:on:fileID:line:)' requires that 'CartObserverMessage' conform to 'Broadcaster.SendableMessage'}}
    Broadcaster.notify(PriceObserverMessage.pricesChanged, on: .global())
}

// The messages of a `Sendable` protocol are `Sendable`.
@Messages(sendable: false)
// expected-error@-1 {{'StockObserver' is 'Sendable', and its observers receive messages on any thread, so these are 'Sendable', too; remove 'sendable: false', or 'Sendable' from the protocol}}
nonisolated protocol StockObserver: Sendable { func stockChanged() }
