// Closures and protocols of a global actor that isn't the main actor.

import Broadcaster

@globalActor actor Disk {
    static let shared = Disk()
}

@Messages
nonisolated protocol TitleObserver { func titleDidChange(_ title: String) }

@Messages
nonisolated protocol OrderObserver: Sendable { func orderPlaced() }

nonisolated final class FileLog: Sendable {}

@MainActor
func observe(_ owner: FileLog) {
    Broadcaster.observe(TitleObserverMessage.self, owner: owner) { @Disk _, _ in }
    // expected-error@-1 {{cannot convert value actor-isolated to 'Disk' to expected argument type actor-isolated to 'MainActor'}}
    Broadcaster.observe(OrderObserverMessage.self, owner: owner) { @Disk _, _ in }
    // expected-mode5-warning@-1 {{converting function value of type '@Disk @Sendable (FileLog, OrderObserverMessage) -> ()' to '@Sendable (FileLog, OrderObserverMessage) -> Void' loses global actor 'Disk'}}
    // expected-mode6-error@-2 {{converting function value of type '@Disk @Sendable (FileLog, OrderObserverMessage) -> ()' to '@Sendable (FileLog, OrderObserverMessage) -> Void' loses global actor 'Disk'}}
    Broadcaster.observe(TitleObserverMessage.self, owner: owner) { _, message in Task { @Disk in print(message) } }
    Broadcaster.observe(OrderObserverMessage.self, owner: owner) { _, message in Task { @Disk in print(message) } }
}

@Disk
protocol FileObserver: AnyObject, Sendable {
    func fileChanged()  // expected-note {{calls to instance method 'fileChanged()' from outside of its actor context}}
}

nonisolated func change() async {
    Broadcaster.notify((any FileObserver).self) { $0.fileChanged() }
    // expected-error@-1 {{call to global actor 'Disk'-isolated instance method 'fileChanged()' in a synchronous main actor-isolated context}}
    for observer in Broadcaster.observers(of: (any FileObserver).self) { await observer.fileChanged() }
}
