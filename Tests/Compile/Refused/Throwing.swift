// A block calls a method that throws.

import Broadcaster

protocol SaveObserver { func willSave() throws }

func save() {
    Broadcaster.notify((any SaveObserver).self) { $0.willSave() }
    // expected-error@-1 {{call can throw, but it is not marked with 'try' and the error is not handled}}
    Broadcaster.notify((any SaveObserver).self) { try $0.willSave() }
    // expected-error@-1 {{invalid conversion from throwing function of type '@Sendable (any SaveObserver) throws -> ()' to non-throwing function type '@MainActor @Sendable (any SaveObserver) -> Void'}}
}
