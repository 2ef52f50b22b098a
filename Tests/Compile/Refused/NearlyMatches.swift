// A misspelt method beside an empty default: the compiler says so only in the extension that conforms.

import Broadcaster

protocol TitleObserver {
    func titleDidChange(_ title: String)  // expected-note {{declared here}}
}

extension TitleObserver {
    func titleDidChange(_ title: String) {}
}

@MainActor final class TitleBar {}

extension TitleBar: @MainActor TitleObserver {
    func titleDidChanged(_ title: String) {}
    // expected-warning@-1 {{instance method 'titleDidChanged' nearly matches defaulted requirement 'titleDidChange' of protocol 'TitleObserver'}}
    // expected-note@-2 3 {{}}
}

final class Window: TitleObserver {
    func titleDidChanged(_ title: String) {}
}
