// A subclass that observes differently than its superclass, which conforms in an extension.

import Broadcaster

protocol TitleObserver {
    func go()
}

@MainActor class Base {
    init() {}
}

extension Base: @MainActor TitleObserver {
    func go() {}
    // expected-current-note@-1 {{overridden declaration is here}}
    // expected-upcoming-note@-2 2 {{overridden declaration is here}}
}

final class Sub: Base {
    override func go() {}
    // expected-current-error@-1 {{instance method 'go()' is declared in extension of 'Base' and cannot be overridden}}
    // expected-upcoming-error@-2 2 {{instance method 'go()' is declared in extension of 'Base' and cannot be overridden}}
}
