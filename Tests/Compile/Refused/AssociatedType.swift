// A channel whose protocol has an associated type, named without its argument.

import Broadcaster

protocol Store<Item> {
    associatedtype Item
    func stored(_ item: Item)
}

nonisolated func store() {
    Broadcaster.notify(Store.self) { $0.stored(1) }
    // expected-error@-1 {{member 'stored' cannot be used on value of type 'any Store'; consider using a generic constraint instead}}
    // expected-warning@-2 {{use of protocol 'Store' as a type must be written 'any Store'}}
}
