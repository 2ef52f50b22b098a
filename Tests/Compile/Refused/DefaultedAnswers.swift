// Stand-ins whose protocol has defaults, which would answer in place of the delegates.

import Broadcaster

// A stand-in that leaves it to a default to answer for its delegates, or lacks what can't be forwarded.
@Multicast
nonisolated protocol PlayerDelegate: AnyObject {
    func started()
    func mayStart() -> Bool  // expected-note {{requirement 'mayStart()' declared here}}
    func next() async throws -> Int  // expected-note {{requirement 'next()' declared here}}
    var volume: Int { get }  // expected-note {{requirement 'volume' declared here}}
    var speed: Int { get set }  // expected-note {{requirement 'speed' declared here}}
    subscript(track: Int) -> String { get }  // expected-note {{requirement 'subscript(_:)' declared here}}
    func played(_ tracks: String...)  // expected-note {{requirement 'played' declared here}}
    func prepared() -> Int  // expected-note {{requirement 'prepared()' declared here}}
    static func make() -> Int
}
/*
expected-expansion@-2:2 {{
  expected-note@17:10 {{'mayStart()' declared here}}
  expected-note@21:10 {{'next()' declared here}}
  expected-note@25:9 {{'volume' declared here}}
  expected-note@31:9 {{'speed' declared here}}
  expected-note@40:5 {{'subscript(_:)' declared here}}
  expected-note@46:10 {{'played' declared here}}
  expected-note@50:10 {{'prepared()' declared here}}
}}
*/

extension PlayerDelegate {
    nonisolated func mayStart() -> Bool { true }
    nonisolated func next() async throws -> Int { 0 }
    nonisolated var volume: Int { 1 }
    nonisolated var speed: Int {
        get { 1 }
        set {}
    }
    nonisolated subscript(track: Int) -> String { "" }
    nonisolated func played(_ tracks: String...) {}
    nonisolated static func make() -> Int { 0 }
}

nonisolated final class Delegates: MulticastDelegate<any PlayerDelegate>, PlayerDelegate {}
// expected-error@-1 {{type 'Delegates' does not conform to protocol 'PlayerDelegate'}}
// expected-error@-2 {{unavailable instance method 'mayStart()' was used to satisfy a requirement of protocol 'PlayerDelegate': a stand-in can't combine the answers of its delegates; implement this in the class, for example with 'reduce' or 'allSatisfy'}}
// expected-error@-3 {{unavailable instance method 'next()' was used}}
// expected-error@-4 {{unavailable property 'volume' was used to satisfy a requirement of protocol 'PlayerDelegate'}}
// expected-error@-5 {{unavailable property 'speed' was used}}
// expected-error@-6 {{unavailable subscript 'subscript(_:)' was used}}
// expected-error@-7 {{unavailable instance method 'played' was used to satisfy a requirement of protocol 'PlayerDelegate': 'played' is not forwarded because variadic arguments can't be passed on; take an array, or implement it in the class}}
// expected-error@-8 {{unavailable instance method 'prepared()' was used}}

nonisolated final class Combining: MulticastDelegate<any PlayerDelegate>, PlayerDelegate {
    func mayStart() -> Bool { allSatisfy { $0.mayStart() } }
    func next() async throws -> Int { 0 }
    var volume: Int { reduce(0) { $0 + $1.volume } }
    var speed = 1
    subscript(track: Int) -> String { "" }
    func played(_ tracks: String...) {}
    func prepared() -> Int { 0 }
}

// A default that a stand-in has for another reason isn't preferred, either.
@Multicast
nonisolated protocol ListDelegate: AnyObject {
    var name: String { get }  // expected-note {{multiple matching properties named 'name' with type 'String'}}
    var underestimatedCount: Int { get }  // expected-note {{requirement 'underestimatedCount' declared here}}
}
/*
expected-expansion@-2:2 {{
  expected-note@3:9 {{candidate exactly matches}}
  expected-note@9:9 {{'underestimatedCount' declared here}}
}}
*/

nonisolated protocol Named {}
extension Named {
    nonisolated var name: String { "" }  // expected-note {{candidate exactly matches}}
}

nonisolated final class ListDelegates: MulticastDelegate<any ListDelegate>, ListDelegate, Named {}
// expected-error@-1 {{type 'ListDelegates' does not conform to protocol 'ListDelegate'}}
// expected-error@-2 {{unavailable property 'underestimatedCount' was used}}

// What combines the answers for all stand-ins of a protocol.
@Multicast
nonisolated protocol FormDelegate: AnyObject { func maySend() -> Bool }

extension FormDelegate where Self: MulticastDelegate<any FormDelegate> {
    nonisolated func maySend() -> Bool { allSatisfy { $0.maySend() } }
}

nonisolated final class FormDelegates: MulticastDelegate<any FormDelegate>, FormDelegate {}

// Stand-ins whose delegates have another type than the generated forwarders call.
nonisolated protocol Titled: AnyObject {}

@Multicast
nonisolated protocol SingerDelegate: AnyObject {
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

extension SingerDelegate {
    nonisolated func started() {}
}

nonisolated final class TitledDelegates: MulticastDelegate<any SingerDelegate & Titled>, SingerDelegate {}
// expected-error@-1 {{type 'TitledDelegates' does not conform to protocol 'SingerDelegate'}}
// expected-error@-2 {{unavailable instance method 'started()' was used to satisfy a requirement of protocol 'SingerDelegate': a stand-in for 'SingerDelegate' is a sequence of 'any SingerDelegate'; make it a 'MulticastDelegate' of that, or implement the requirement in the class}}
// expected-error@-3 {{unavailable instance method 'stopped()' was used}}

nonisolated final class Singer: SingerDelegate {
    func stopped() async throws {}
}

nonisolated final class Singers: MulticastDelegate<Singer>, SingerDelegate {}
// expected-error@-1 {{type 'Singers' does not conform to protocol 'SingerDelegate'}}
// expected-error@-2 {{unavailable instance method 'started()' was used}}
// expected-error@-3 {{unavailable instance method 'stopped()' was used}}

nonisolated final class OwnDelegates: MulticastDelegate<any SingerDelegate & Titled>, SingerDelegate {
    func started() { invoke { $0.started() } }
    func stopped() async throws {}
}
