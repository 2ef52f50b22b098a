// What a macro can't see of an inherited protocol, which isn't forwarded and becomes no message.

import Broadcaster

protocol ScrollDelegate: AnyObject { func scrolled(_ y: Int) }
extension ScrollDelegate { func scrolled(_ y: Int) {} }
protocol TapDelegate: ScrollDelegate {}
typealias Both = ScrollDelegate & TapDelegate
enum Outer { protocol Nested: ScrollDelegate {} }

// expected-warning@+2 {{'@Multicast' can't see the requirements of 'ScrollDelegate', so a stand-in calls their defaults instead of its delegates; declare them again in 'ListDelegate', and write '@Multicast(sendable: false)' to say that none is missing}}
// expected-note@+1 {{write '@Multicast(sendable: false)'}} {{1-11=@Multicast(sendable: false)}}
@Multicast
protocol ListDelegate: ScrollDelegate { func selected(_ row: Int) }

// expected-warning@+2 {{can't see the requirements of 'TapDelegate' and 'Outer.Nested', so}}
// expected-note@+1 {{write '@Multicast(sendable: false)'}}
@Multicast
protocol TableDelegate: AnyObject, TapDelegate & Equatable where Self: Outer.Nested { func selected(_ row: Int) }

// expected-warning@+2 {{can't see the requirements of 'Both', so}}
// expected-note@+1 {{write '@Multicast(sendable: false)'}} {{1-23=@Broadcaster.Multicast(sendable: false)}}
@Broadcaster.Multicast
protocol GridDelegate: Both {}

// What the warnings say to write.
@Multicast(sendable: false)
protocol TreeDelegate: TapDelegate {
    func scrolled(_ y: Int)
    func selected(_ row: Int)
}

nonisolated final class TreeDelegates: MulticastDelegate<any TreeDelegate>, TreeDelegate {}

@Messages
protocol ListObserver: ScrollDelegate { func selected(_ row: Int) }
// expected-error@-1 {{'@Messages' can't see the requirements of 'ScrollDelegate', so they become no messages; declare them again in 'ListObserver', and write '@Messages(sendable: true)' or '@Messages(sendable: false)' to say whether it is 'Sendable', and that none is missing}}

@Messages(sendable: false)
protocol TreeObserver: TapDelegate {
    func scrolled(_ y: Int)
    func selected(_ row: Int)
}

@MainActor
func send() { Broadcaster.notify(TreeObserverMessage.scrolled(1)) }

// A stand-in isn't `Sendable`.
@Multicast(sendable: true)  // expected-error {{'OrderDelegate' is 'Sendable', but a stand-in isn't}}
protocol OrderDelegate: ScrollDelegate { func placed() }
