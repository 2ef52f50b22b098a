// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A public protocol in an extension of a type that isn't. A comment in the generated code says what to write instead.
// Cells: mode6 nonisolated current

import Broadcaster

enum Plain {}

extension Plain {
    @Multicast
    public protocol Delegate: AnyObject {
        func opened()
    }
}
/*
expected-expansion@-2:2 {{
  expected-error@3:5 {{cannot declare a public instance method in an extension with internal requirements}}
  expected-error@13:5 {{cannot declare a public instance method in an extension with internal requirements}}
}}
*/

// What the comment there says to write.
extension Plain {
    @Multicast
    protocol OtherDelegate: AnyObject {
        func opened()
    }

    final class OtherDelegates: MulticastDelegate<any OtherDelegate>, OtherDelegate {}
}
