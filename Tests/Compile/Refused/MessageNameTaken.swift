// Types that have the name of a generated message, which a macro can't see.
// Cells: mode6 nonisolated current

import Broadcaster

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
