import Broadcaster
import Channels

package struct Unresolved<Element> {
    private let set = Broadcaster.observers(of: Theme.self)

    package func variable() {
        let type = Theme.self
        Broadcaster.notify(type) { $0.themeDidChange() }
    }

    /// The parameter isn't what is passed on.
    package func shadowed<T>(_ type: T.Type) {
        do {
            let type = Theme.self
            Broadcaster.notify(type) { $0.themeDidChange() }
        }
        [Life.self].forEach { type in Broadcaster.notify(type) { $0.began() } }
    }

    package func ofTheType() {
        Broadcaster.notify(Element.self) { _ in }
    }

    package func value() {
        let message = Beep()
        Broadcaster.notify(message)
    }

    package func made() { Broadcaster.notify(Self.make()) }

    package static func make() -> Beep { Beep() }

    /// No caller is mapped.
    package func open<T>(_ type: T.Type, block: @escaping @MainActor (T) -> Void) {
        Broadcaster.notify(type, block: block)
    }

    package func standard<T>(_ type: T.Type = (any Theme).self, _ done: () -> Void = {}) {
        Broadcaster.notify(type) { _ in }
    }

    package func callsStandard() {
        standard()
        standard { print("done") }
    }

    /// What a macro generates isn't in the source.
    package func generated() { #announce(Theme.self) }

    /// A function as a value, which is called elsewhere.
    package func function() -> (sending Beep) -> Void { Self.pass }

    private static func pass<M: Broadcaster.Message>(_ message: sending M) { Broadcaster.notify(message) }
}

nonisolated package struct Beep: Broadcaster.Message {
    package func send(to observer: any Orphan) { observer.heard() }

    package static func makeObserver(_ receive: @escaping @Sendable (Beep) -> Void) -> any Orphan { Ear() }

    private final class Ear: Orphan {
        func heard() {}
    }
}

@freestanding(expression)
macro announce<T>(_ type: T.Type) = #externalMacro(module: "Announcements", type: "Announce")

extension Unresolved {
    /// The first parameter of a closure takes the name.
    package func pairs<T>(_ type: T.Type) {
        [(Life.self, 1)].forEach { type, _ in Broadcaster.notify(type) { $0.began() } }
    }
}

extension Unresolved {
    /// The parameter isn't what is passed on.
    package func variable<T>(_ type: T.Type) {
        do {
            var type = Theme.self
            type = Theme.self
            Broadcaster.notify(type) { $0.themeDidChange() }
        }
    }

    package func callsVariable() { variable(Life.self) }

    /// What stands behind a function as a value isn't its arguments.
    package func functions() { apply(Self.pass, (Beep())) }

    private func apply(_ function: (sending Beep) -> Void, _ beep: sending Beep) { function(beep) }

    /// Nothing but itself calls it.
    package func again<T>(_ type: T.Type, _ count: Int) {
        Broadcaster.notify(type) { _ in }
        if count > 0 { again(type, count - 1) }
    }

    package func constant() {
        let type = Theme.self
        Broadcaster.notify(type) { $0.themeDidChange() }
        // The parameter of the closure takes the name of the constant.
        [Life.self].forEach { type in Broadcaster.notify(type) { $0.began() } }
    }
}
