import Broadcaster
import Dispatch
import Foundation
import Testing

extension DeliveryContract {
    @Suite("10. Misuse traps: where it was called")
    struct CallSites {
        protocol Titled: Sendable {}
        struct Title: Titled {}
        protocol Confined {}
        protocol Unconfined {}
        final class Screen: Unconfined {}
        final class Forwarder: MulticastDelegate<any Confined>, Confined {}

        enum Call: String, CaseIterable, Codable, Sendable {
            case register, registerOnInstance, registerSendable
            case initialize, initializeWithArray, add, addArray, addConfined
            case initializeDelegates, addDelegate, addForwarder
            case observers, observersOnInstance, notifyOnQueue, notifyOnQueueOfInstance
            case registerUnconfined, registerUnconfinedOnInstance, observersUnconfined, observersUnconfinedOnInstance
        }

        @Test("the message starts with the file and the line of the call", arguments: Call.allCases)
        func callSite(call: Call) async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [call] in
                await MainActor.run {
                    let broadcaster = Broadcaster()
                    let queue = DispatchQueue.global()
                    // A channel that is bound to the main actor; `& Sendable` reaches it as if it weren't.
                    Broadcaster.register(Confined.self, observer: Forwarder())
                    broadcaster.register(Confined.self, observer: Forwarder())
                    // And one that isn't.
                    _ = Broadcaster.observers(of: (any Unconfined & Sendable).self)
                    _ = broadcaster.observers(of: (any Unconfined & Sendable).self)
                    let forwarder = Forwarder()
                    func line(_ line: UInt = #line) { FileHandle.standardError.write(Data("line \(line).".utf8)) }
                    switch call {
                    case .register: line(); Broadcaster.register(Any.self, observer: Title())
                    case .registerOnInstance: line(); broadcaster.register(Any.self, observer: Title())
                    case .registerSendable: line(); Broadcaster.register(Titled.self, observer: Title())
                    case .initialize: line(); _ = WeakObjectSet<any Titled>(Title())
                    case .initializeWithArray: line(); _ = WeakObjectSet<any Titled>([Title()])
                    case .add: line(); WeakObjectSet<any Titled>().add(Title())
                    case .addArray: line(); WeakObjectSet<any Titled>().add([Title()])
                    case .addConfined: line(); WeakObjectSet<Any>().add(Title())
                    case .initializeDelegates: line(); _ = MulticastDelegate<any Titled>([Title()])
                    case .addDelegate: line(); MulticastDelegate<any Titled>().add(Title())
                    case .addForwarder: line(); forwarder.add(forwarder)
                    case .observers: line(); _ = Broadcaster.observers(of: (any Confined & Sendable).self)
                    case .observersOnInstance: line(); _ = broadcaster.observers(of: (any Confined & Sendable).self)
                    case .notifyOnQueue:
                        line(); Broadcaster.notify((any Confined & Sendable).self, on: queue) { _ in }
                    case .notifyOnQueueOfInstance:
                        line(); broadcaster.notify((any Confined & Sendable).self, on: queue) { _ in }
                    case .registerUnconfined: line(); Broadcaster.register(Unconfined.self, observer: Screen())
                    case .registerUnconfinedOnInstance:
                        line(); broadcaster.register(Unconfined.self, observer: Screen())
                    case .observersUnconfined: line(); _ = Broadcaster.observers(of: Unconfined.self)
                    case .observersUnconfinedOnInstance: line(); _ = broadcaster.observers(of: Unconfined.self)
                    }
                }
            }
            let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            let line = try #require(message.components(separatedBy: "line ").dropFirst().first?.prefix { $0.isNumber })
            #expect(message.contains("BroadcasterTests/Rule10CallSites.swift:\(line): Fatal error: "))
        }
    }
}
