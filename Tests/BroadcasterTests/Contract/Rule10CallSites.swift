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
                    switch call {
                    case .register: printLine(); Broadcaster.register(Any.self, observer: Title())
                    case .registerOnInstance: printLine(); broadcaster.register(Any.self, observer: Title())
                    case .registerSendable: printLine(); Broadcaster.register(Titled.self, observer: Title())
                    case .initialize: printLine(); _ = WeakObjectSet<any Titled>(Title())
                    case .initializeWithArray: printLine(); _ = WeakObjectSet<any Titled>([Title()])
                    case .add: printLine(); WeakObjectSet<any Titled>().add(Title())
                    case .addArray: printLine(); WeakObjectSet<any Titled>().add([Title()])
                    case .addConfined: printLine(); WeakObjectSet<Any>().add(Title())
                    case .initializeDelegates: printLine(); _ = MulticastDelegate<any Titled>([Title()])
                    case .addDelegate: printLine(); MulticastDelegate<any Titled>().add(Title())
                    case .addForwarder: printLine(); forwarder.add(forwarder)
                    case .observers: printLine(); _ = Broadcaster.observers(of: (any Confined & Sendable).self)
                    case .observersOnInstance:
                        printLine(); _ = broadcaster.observers(of: (any Confined & Sendable).self)
                    case .notifyOnQueue:
                        printLine(); Broadcaster.notify((any Confined & Sendable).self, on: queue) { _ in }
                    case .notifyOnQueueOfInstance:
                        printLine(); broadcaster.notify((any Confined & Sendable).self, on: queue) { _ in }
                    case .registerUnconfined: printLine(); Broadcaster.register(Unconfined.self, observer: Screen())
                    case .registerUnconfinedOnInstance:
                        printLine(); broadcaster.register(Unconfined.self, observer: Screen())
                    case .observersUnconfined: printLine(); _ = Broadcaster.observers(of: Unconfined.self)
                    case .observersUnconfinedOnInstance: printLine(); _ = broadcaster.observers(of: Unconfined.self)
                    }
                }
            }
            try expectPrintedLine(result)
        }

        @Test("the same for the live set while there is no broadcaster but the shared one")
        func onlyShared() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    Broadcaster.register(Confined.self, observer: Forwarder())
                    printLine(); _ = Broadcaster.observers(of: (any Confined & Sendable).self)
                }
            }
            try expectPrintedLine(result)
        }

        private func expectPrintedLine(_ result: ExitTest.Result?) throws {
            let printed = errorOutput(of: result).components(separatedBy: "line ").dropFirst().first
            let line = try #require(printed?.prefix { $0.isNumber })
            expectMessage(result, contains: "BroadcasterTests/Rule10CallSites.swift:\(line): Fatal error: ")
        }
    }
}

private func printLine(_ line: UInt = #line) {
    FileHandle.standardError.write(Data("line \(line).".utf8))
}
