// A message without values, written without its type.

import Broadcaster

@MainActor
func rename() {
    Broadcaster.notify(.cleared)
    // expected-error@-1 {{instance member 'notify' cannot be used on type 'Broadcaster'; did you mean to use a value of this type instead?}}
    // expected-error@-2 {{missing argument for parameter 'block' in call}}
    // expected-error@-3 {{generic parameter 'T' could not be inferred}}
}
