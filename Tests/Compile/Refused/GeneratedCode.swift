// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Code that the compiler refuses where a macro generated it.
// Cells: mode6 nonisolated current

import Broadcaster

// What a macro can't see, and the compiler refuses in generated code. A comment there says what to write instead.
typealias Done = () -> Void

@Messages
protocol DownloadObserver {
    func downloadDidEnd(_ done: Done)
}
/*
expected-expansion@-2:2 {{
  expected-note@26:31 {{parameter 'argument1' is implicitly non-escaping}}
  expected-error@27:37 {{passing non-escaping parameter 'argument1' to function expecting an '@escaping' closure}}
}}
*/

@Messages
protocol UploadObserver {
    func uploadDidReach(_ size: Size)
}
/*
expected-expansion@-2:2 {{
  expected-error@2:25 {{cannot find type 'Size' in scope}}
}}
*/

extension UploadObserver {
    typealias Size = Int
}

// What the comment there says to write.
@Messages
protocol ImportObserver {
    func importDidReach(_ size: ImportObserver.Size, _ done: @escaping Done)
}

extension ImportObserver {
    typealias Size = Int
}

class Screen {}

@Messages(redeclaresInherited: true)
protocol ScreenObserver: Screen {
    func screenAppeared()
}
/*
expected-expansion@-2:2 {{
  expected-error@19:25 2 {{type 'ScreenObserverMessage.Observer' does not conform to protocol 'ScreenObserver'}}
  expected-error@19:25 {{'ScreenObserver' requires that 'ScreenObserverMessage.Observer' inherit from 'Screen'}}
  expected-note@19:25 {{requirement specified as 'Self' : 'Screen'}}
}}
*/

@globalActor actor Audio {
    static let shared = Audio()
}

@Messages
@Audio  // expected-note {{if 'Audio' is a global actor, remove it}}
protocol MixerObserver {
    func muted()  // expected-note {{calls to instance method 'muted()' from outside of its actor context}}
}
/*
expected-expansion@-2:2 {{
  expected-error@7:22 {{call to global actor 'Audio'-isolated instance method 'muted()'}}
  expected-error@14:9 {{call to global actor 'Audio'-isolated initializer 'init(_:)'}}
  expected-note@22:9 2 {{}}
}}
*/

@Messages
protocol TrackObserver {
    @Audio func trackEnded()
    // expected-note@-1 {{if 'Audio' is a global actor, remove it}}
    // expected-note@-2 {{calls to instance method 'trackEnded()' from outside of its actor context}}
}
/*
expected-expansion@-2:2 {{
  expected-error@7:22 {{call to global actor 'Audio'-isolated instance method 'trackEnded()'}}
}}
*/

typealias Editors = any Editor

@Multicast
protocol Editor: AnyObject {
    func remove(_ editor: Editors)
}
/*
expected-expansion@-2:2 {{
  expected-note@4:14 {{'remove' previously declared here}}
  expected-error@6:14 {{invalid redeclaration of 'remove'}}
}}
*/

// A public protocol in an extension of a type that isn't. A comment in the generated code says what to write instead.
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

// Types that have the name of a generated message, which a macro can't see.

// In the protocol, the name may mean the message itself, unless none could ever be created.
@Messages
protocol Chat {
    func received(_ message: ChatMessage)
    // expected-error@-1 {{each message of 'Chat' would contain a 'ChatMessage', which is the type that '@Messages' generates, so none could be created; if it is a type of yours, rename the protocol}}
}

struct ChatMessage {}

// Elsewhere, the compiler finds the second declaration.
@Messages
protocol Page {
    func turned()
}
/*
expected-expansion@-2:2 {{
  expected-note@1:18 {{'PageMessage' previously declared here}}
}}
*/

struct PageMessage {}  // expected-error {{invalid redeclaration of 'PageMessage'}}

enum Outer {
    @Messages
    protocol Room {
        func posted(_ message: RoomMessage)
        // expected-error@-1 {{'RoomMessage' is ambiguous for type lookup in this context}}
        func typing()
    }
    /*
    expected-expansion@-2:6 {{
      expected-note@1:27 3 {{found this candidate}}
      expected-note@1:27 {{'RoomMessage' previously declared here}}
      expected-error@2:17 {{'RoomMessage' is ambiguous for type lookup in this context}}
      expected-error@29:34 {{'RoomMessage' is ambiguous for type lookup in this context}}
    }}
    */
}

extension Outer {
    struct RoomMessage {}  // expected-error {{invalid redeclaration of 'RoomMessage'}}
    // expected-note@-1 3 {{found this candidate}}
}

// A type outside of the scope is another type.
struct StoreMessage {}

enum Shop {
    @Messages
    protocol Store {
        func stored(_ message: StoreMessage)
        func sold()
    }
}

@MainActor
func store(_ store: any Shop.Store) {
    store.stored(StoreMessage())
    // expected-error@-1 {{cannot convert value of type 'StoreMessage' to expected argument type 'Shop.StoreMessage'}}
}
