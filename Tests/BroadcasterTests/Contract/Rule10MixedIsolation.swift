import Foundation
import TestSupport
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("10. Misuse stops the program: a channel that is bound to the main actor, and used off it")
    struct Rule10MixedIsolation {
        protocol Titled: AnyObject { func update() }
        final class Title: Titled { func update() {} }

        protocol Listening: AnyObject, Sendable { func update() }
        final class Listener: Listening { func update() {} }

        @Test(
            "an observer that was registered on the main actor binds all keys of its protocol: no other queue delivers",
            .startsProcess)
        func notifyOnQueue() async {
            let results = [
                await #expect(processExitsWith: .failure, observing: errors) {
                    await MainActor.run {
                        let title = Title()
                        Broadcaster.register(Titled.self, observer: title)
                        Broadcaster.notify((any Titled & Sendable).self, on: .global()) { $0.update() }
                        withExtendedLifetime(title) {}
                    }
                },
                await #expect(processExitsWith: .failure, observing: errors) {
                    await MainActor.run {
                        let title = Title()
                        Broadcaster.register(Titled.self, for: 1, observer: title)
                        Broadcaster.notify((any Titled & Sendable).self, for: 2, on: .global()) { $0.update() }
                        withExtendedLifetime(title) {}
                    }
                },
            ]
            for result in results { expectTrap(result, of: "Titled") }
        }

        @Test(
            "a channel that was used on the main actor isn't handed out off it, whichever keys are used", .startsProcess
        )
        func handOut() async {
            let results = [
                await #expect(processExitsWith: .failure, observing: errors) { await use(nil, after: .register) },
                await #expect(processExitsWith: .failure, observing: errors) { await use(2, after: .register) },
                await #expect(processExitsWith: .failure, observing: errors) { await use(nil, after: .registerForKey) },
                await #expect(processExitsWith: .failure, observing: errors) { await use(2, after: .registerForKey) },
                await #expect(processExitsWith: .failure, observing: errors) { await use(nil, after: .observers) },
                await #expect(processExitsWith: .failure, observing: errors) { await use(2, after: .observers) },
                await #expect(processExitsWith: .failure, observing: errors) { await use(nil, after: .observersOfKey) },
                await #expect(processExitsWith: .failure, observing: errors) { await use(2, after: .observersOfKey) },
            ]
            for result in results { expectTrap(result, of: "Titled") }
        }

        @Test(
            "an observer that isn't known to be Sendable can't join a channel that was handed out off the main actor",
            .startsProcess
        )
        func registerAfterwards() async {
            let result = await #expect(processExitsWith: .failure, observing: errors) {
                await MainActor.run {
                    let title = Title()
                    let everywhere = Broadcaster.observers(of: (any Titled & Sendable).self)
                    Broadcaster.register(Titled.self, observer: title)
                    withExtendedLifetime((everywhere, title)) {}
                }
            }
            expectTrap(result, of: "Titled")
        }

        @Test("a generic function that loses Sendable is told how to keep it", .startsProcess)
        func unconstrained() async {
            let result = await #expect(processExitsWith: .failure, observing: errors) {
                await MainActor.run {
                    let listener = Listener()
                    registerUnconstrained((any Listening).self, listener, in: .shared)
                    Broadcaster.notify(Listening.self, on: .global()) { $0.update() }
                }
            }
            expectTrap(result, of: "Listening")
        }

        @Test("a channel that the compiler knows to be Sendable doesn't trap, whatever it is used for first")
        @MainActor
        func sendable() async {
            func register<T: Sendable>(_ type: T.Type, _ observer: T, in broadcaster: Broadcaster) {
                broadcaster.register(type, observer: observer)
                #expect(broadcaster.observers(of: type).count == 1)
            }
            let broadcaster = Broadcaster()
            let listener = Listener()
            broadcaster.notify(Listening.self, on: .global()) { $0.update() }
            register((any Listening).self, listener, in: broadcaster)
            broadcaster.notify(Listening.self, on: .global()) { $0.update() }
            broadcaster.notify(Listening.self) { $0.update() }
            broadcaster.unregister(Listening.self, observer: listener)
            await broadcaster.settled()
        }

        @Test("what is Sendable may be registered beside a generic function that loses Sendable, and registers as well")
        @MainActor
        func registering() {
            let broadcaster = Broadcaster()
            let listeners = [Listener(), Listener(), Listener()]
            broadcaster.register(Listening.self, observer: listeners[0])
            registerUnconstrained((any Listening).self, listeners[1], in: broadcaster)
            broadcaster.register(Listening.self, observer: listeners[2])
            #expect(broadcaster.channels.map(\.observers.count) == [3])
            withExtendedLifetime(listeners) {}
        }

        @Test("on the main actor, either type may be notified and unregistered")
        @MainActor
        func onMainActor() async {
            let broadcaster = Broadcaster()
            let title = Title()
            broadcaster.register(Titled.self, observer: title)
            broadcaster.notify((any Titled & Sendable).self) { $0.update() }
            broadcaster.unregister((any Titled & Sendable).self)
            await broadcaster.settled()
            #expect(broadcaster.observers(of: Titled.self).isEmpty)
            withExtendedLifetime(title) {}
        }

        @Test(
            "closures and sequences of the main actor bind their channel to it, in each form, with and without a key",
            .startsProcess
        )
        func closures() async {
            let results = [
                await #expect(processExitsWith: .failure, observing: errors) { await notify(nil, during: .observe) },
                await #expect(processExitsWith: .failure, observing: errors) { await notify(1, during: .observe) },
                await #expect(processExitsWith: .failure, observing: errors) { await notify(nil, during: .owner) },
                await #expect(processExitsWith: .failure, observing: errors) { await notify(1, during: .owner) },
                await #expect(processExitsWith: .failure, observing: errors) { await notify(nil, during: .messages) },
                await #expect(processExitsWith: .failure, observing: errors) { await notify(1, during: .messages) },
            ]
            expectMessages(results, contain: "The observers of 'TestSupport.UploadObserver' are bound to")
        }

        private func expectTrap(_ result: ExitTest.Result?, of channel: String) {
            expectMessage(
                result,
                contains:
                    "The observers of 'BroadcasterTests.DeliveryContract.Rule10MixedIsolation.\(channel)' are bound to",
                "declare the protocol itself ': Sendable'", "'<T: Sendable>'")
        }
    }
}

@MainActor private func registerUnconstrained<T>(_ type: T.Type, _ observer: T, in broadcaster: Broadcaster) {
    broadcaster.register(type, observer: observer)
}

private enum Use { case register, observers, registerForKey, observersOfKey }

@MainActor
private func use(_ key: Int?, after use: Use) {
    typealias Titled = DeliveryContract.Rule10MixedIsolation.Titled
    let title = DeliveryContract.Rule10MixedIsolation.Title()
    switch use {
    case .register: Broadcaster.register(Titled.self, observer: title)
    case .registerForKey: Broadcaster.register(Titled.self, for: 1, observer: title)
    case .observers: _ = Broadcaster.observers(of: Titled.self)
    case .observersOfKey: _ = Broadcaster.observers(of: Titled.self, for: 1)
    }
    if let key {
        _ = Broadcaster.observers(of: (any Titled & Sendable).self, for: key)
    } else {
        _ = Broadcaster.observers(of: (any Titled & Sendable).self)
    }
    withExtendedLifetime(title) {}
}

private enum Form { case observe, owner, messages }

@MainActor
private func notify(_ key: Int?, during form: Form) {
    let owner = Canary()
    var kept: [Any] = []
    switch (form, key) {
    case (.observe, nil): kept = [Broadcaster.observe(UploadObserverMessage.self) { _ in }]
    case (.observe, let key?): kept = [Broadcaster.observe(UploadObserverMessage.self, for: key) { _ in }]
    case (.owner, nil): Broadcaster.observe(UploadObserverMessage.self, owner: owner) { _, _ in }
    case (.owner, let key?): Broadcaster.observe(UploadObserverMessage.self, for: key, owner: owner) { _, _ in }
    case (.messages, nil): kept = [Broadcaster.messages(of: UploadObserverMessage.self)]
    case (.messages, let key?): kept = [Broadcaster.messages(of: UploadObserverMessage.self, for: key)]
    }
    Broadcaster.notify((any UploadObserver & Sendable).self, on: .global()) { $0.uploadDidFail() }
    withExtendedLifetime((owner, kept)) {}
}
