// Stand-ins whose delegates are of a type that generated forwarders don't call, even if the protocol has a default implementation.

import Broadcaster

nonisolated protocol Named: AnyObject {}

@Multicast
nonisolated protocol PlayerDelegate: AnyObject {
    func started()  // expected-note 2 {{requirement 'started()' declared here}}
    func stopped() async throws
    // expected-note@-1 2 {{requirement 'stopped()' declared here}}
}
/*
expected-expansion@-2:2 {{
  expected-note@16:10 2 {{'started()' declared here}}
  expected-note@18:10 2 {{'stopped()' declared here}}
}}
*/

extension PlayerDelegate {
    nonisolated func started() {}
}

nonisolated final class NamedDelegates: MulticastDelegate<any PlayerDelegate & Named>, PlayerDelegate {}
// expected-error@-1 {{type 'NamedDelegates' does not conform to protocol 'PlayerDelegate'}}
// expected-error@-2 {{unavailable instance method 'started()' was used to satisfy a requirement of protocol 'PlayerDelegate': a stand-in for 'PlayerDelegate' is a sequence of 'any PlayerDelegate'; make it a 'MulticastDelegate' of that, or implement the requirement in the class}}
// expected-error@-3 {{unavailable instance method 'stopped()' was used}}

nonisolated final class Player: PlayerDelegate {
    func stopped() async throws {}
}

nonisolated final class Players: MulticastDelegate<Player>, PlayerDelegate {}
// expected-error@-1 {{type 'Players' does not conform to protocol 'PlayerDelegate'}}
// expected-error@-2 {{unavailable instance method 'started()' was used}}
// expected-error@-3 {{unavailable instance method 'stopped()' was used}}

nonisolated final class OwnDelegates: MulticastDelegate<any PlayerDelegate & Named>, PlayerDelegate {
    func started() { invoke { $0.started() } }
    func stopped() async throws {}
}
