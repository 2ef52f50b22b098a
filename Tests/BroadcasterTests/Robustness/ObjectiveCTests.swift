import TestSupport

#if canImport(ObjectiveC)
    import Broadcaster
    import Foundation
    import Testing

    @objc protocol Refreshing {
        func refresh(_ word: String)
    }

    /// Observers of Objective-C, which exist on Apple's platforms only.
    @Suite("Objective-C", .timeLimit(.minutes(60)), .watched)
    @MainActor
    struct ObjectiveCTests {
        final class Screen: NSObject, WordObserver, Refreshing, XMLParserDelegate {
            @objc dynamic var title = ""
            let log: Log<String>

            init(_ log: Log<String>) { self.log = log }

            func receive(_ word: String) { log.write(word) }
            func refresh(_ word: String) { log.write(word) }
            func parserDidStartDocument(_ parser: XMLParser) { log.write("start") }
        }

        let broadcaster = Broadcaster()
        let log = Log<String>()

        /// Registers two screens, and expects that each is called until it is unregistered or deallocated.
        private func use<T>(
            _ type: T.Type, as view: (Screen) -> T, call: @escaping @MainActor (T) -> Void,
            at location: SourceLocation = #_sourceLocation
        ) async {
            let start = log.entries.count
            let first = Screen(log)
            var second: Screen? = Screen(log)
            broadcaster.register(type, observer: view(first))
            broadcaster.register(type, observer: view(second!))
            broadcaster.register(type, observer: view(first))
            broadcaster.notify(type, block: call)
            await broadcaster.settled()
            #expect(log.entries.count == start + 2, sourceLocation: location)

            broadcaster.unregister(type, observer: view(first))
            broadcaster.notify(type, block: call)
            await broadcaster.settled()
            #expect(log.entries.count == start + 3, sourceLocation: location)
            withExtendedLifetime(second) {}
            second = nil
            #expect(broadcaster.channels.isEmpty, sourceLocation: location)
            withExtendedLifetime(first) {}
        }

        @Test("Swift protocols, @objc protocols, imported protocols and classes of Objective-C are channels")
        func channels() async {
            let parser = XMLParser(data: Data())
            await use((any WordObserver).self, as: { $0 }, call: { $0.receive("") })
            await use((any WordObserver & NSObject).self, as: { $0 }, call: { $0.receive("") })
            await use((any Refreshing).self, as: { $0 }, call: { $0.refresh("") })
            await use((any Refreshing & WordObserver).self, as: { $0 }, call: { $0.refresh("") })
            await use((any XMLParserDelegate).self, as: { $0 }, call: { $0.parserDidStartDocument?(parser) })
            await use((any NSObjectProtocol).self, as: { $0 }, call: { ($0 as? Screen)?.receive("") })
            await use(Screen.self, as: { $0 }, call: { $0.receive("") })
            await use(NSObject.self, as: { $0 }, call: { ($0 as? Screen)?.receive("") })
            await use(AnyObject.self, as: { $0 }, call: { ($0 as? Screen)?.receive("") })
            await use(Any.self, as: { $0 }, call: { ($0 as? Screen)?.receive("") })
        }

        @Test("objects of Core Foundation are members of a set, and leave it when they are deallocated")
        func coreFoundation() {
            let set = WeakObjectSet<CFMutableArray>()
            autoreleasepool {
                let array: CFMutableArray = CFArrayCreateMutable(nil, 0, nil)
                set.add(array)
                #expect(set.contains(array))
                withExtendedLifetime(array) {}
            }
            #expect(set.isEmpty)
        }

        @Test("the delegate of a URL session observes on any thread")
        func sendable() async {
            final class Delegate: NSObject, URLSessionDelegate {}
            let delegate = Delegate()
            let broadcaster = self.broadcaster
            await onNewThread { broadcaster.register((any URLSessionDelegate).self, observer: delegate) }
            let calls = Counter()
            broadcaster.notify((any URLSessionDelegate).self, on: .global()) { _ in calls.increment() }
            await broadcaster.settled()
            #expect(calls.value == 1)
            withExtendedLifetime(delegate) {}
        }

        @Test("an observer whose class key-value observing replaces is called, and can be unregistered")
        func keyValueObserving() async {
            let screen = Screen(log)
            let watcher = NSObject()
            broadcaster.register((any WordObserver).self, observer: screen)
            screen.addObserver(watcher, forKeyPath: "title", options: [], context: nil)
            #expect(object_getClass(screen) != Screen.self)
            broadcaster.register((any WordObserver).self, observer: screen)
            broadcaster.register((any Refreshing).self, observer: screen)
            broadcaster.notify((any WordObserver).self) { $0.receive("heard") }
            await broadcaster.settled()
            #expect(log.entries == ["heard"])

            screen.removeObserver(watcher, forKeyPath: "title", context: nil)
            broadcaster.unregister((any WordObserver).self, observer: screen)
            broadcaster.unregister(observer: screen)
            #expect(broadcaster.channels.isEmpty)
        }

        @Test("a proxy is an observer, and forwards what it receives")
        func proxy() async {
            let screen = Screen(log)
            let proxy = NSProtocolChecker(target: screen, protocol: Refreshing.self)
            // A cast would ask the proxy, which answers for its target.
            let observer = unsafeBitCast(proxy, to: (any Refreshing).self)
            broadcaster.register((any Refreshing).self, observer: observer)
            broadcaster.notify((any Refreshing).self) { $0.refresh("refreshed") }
            await broadcaster.settled()
            #expect(log.entries == ["refreshed"])
            broadcaster.unregister(observer: proxy)
            #expect(broadcaster.channels.isEmpty)
            withExtendedLifetime(proxy) {}
        }

        @Test("a multicast delegate stands in for a delegate of Objective-C")
        func standIn() {
            final class Delegates: MulticastDelegate<any XMLParserDelegate>, XMLParserDelegate {
                func parserDidStartDocument(_ parser: XMLParser) {
                    invoke { $0.parserDidStartDocument?(parser) }
                }
            }
            let first = Screen(log)
            let second = Screen(log)
            let delegates = Delegates([first, second])
            let parser = XMLParser(data: Data("<p/>".utf8))
            parser.delegate = delegates
            #expect(parser.parse())
            #expect(log.entries == ["start", "start"])
            withExtendedLifetime((first, second, delegates)) {}
        }

        @Test("the log of broadcasts writes what is sent and delivered")
        func systemLog() async {
            let screen = Screen(log)
            broadcaster.register((any Broadcaster.Monitor).self, observer: Broadcaster.Log.shared)
            broadcaster.notify((any WordObserver).self) { $0.receive("without observers") }
            broadcaster.register((any WordObserver).self, observer: screen)
            broadcaster.notify((any WordObserver).self) { $0.receive("heard") }
            await broadcaster.settled()
            #expect(log.entries == ["heard"])
            withExtendedLifetime(screen) {}
        }

        // MARK: Weak references

        final class Parting: NSObject, WordObserver {
            let broadcaster: Broadcaster

            init(_ broadcaster: Broadcaster) { self.broadcaster = broadcaster }

            func receive(_ word: String) { Issue.record("called while it is deallocated") }

            deinit {
                broadcaster.unregister((any WordObserver).self, observer: self)
                broadcaster.unregister((any WordObserver).self, observer: self as any WordObserver)
                broadcaster.unregister(observer: self)
            }
        }

        @Test("an object of Objective-C can unregister in its deinit, and isn't called by a pending broadcast")
        func unregisteringInDeinit() async {
            let screen = Screen(log)
            var parting: Parting? = Parting(broadcaster)
            broadcaster.register((any WordObserver).self, observer: parting!)
            broadcaster.register((any WordObserver).self, observer: screen)
            broadcaster.notify((any WordObserver).self) { $0.receive("heard") }
            parting = nil
            #expect(broadcaster.observers(of: (any WordObserver).self).count == 1)
            await broadcaster.settled()
            #expect(log.entries == ["heard"])
            withExtendedLifetime(screen) {}
        }

        final class Late: NSObject, Incrementing {
            func increment() {}

            deinit { Broadcaster.register((any Incrementing).self, observer: self) }
        }

        @Test(
            "an object of Objective-C that registers in its deinit stops the program in the runtime, which names it",
            .startsProcess)
        func registeringInDeinit() async {
            let result = await #expect(processExitsWith: .failure, observing: errors) { _ = Late() }
            expectMessage(result, contains: "Cannot form weak reference", "Late")
        }

        @Test(
            "registering an object that refuses weak references stops the program in the runtime, which names it",
            .startsProcess)
        func refusingWeakReferences() async {
            final class Refusing: NSObject, Incrementing {
                func increment() {}
            }
            let result = await #expect(processExitsWith: .failure, observing: errors) {
                // Swift can't override the method, because its declaration is unavailable.
                let refuse: @convention(block) (AnyObject) -> Bool = { _ in false }
                let implementation = imp_implementationWithBlock(refuse)
                class_addMethod(Refusing.self, NSSelectorFromString("allowsWeakReference"), implementation, "B@:")
                Broadcaster.register((any Incrementing).self, observer: Refusing())
            }
            expectMessage(result, contains: "Cannot form weak reference", "Refusing")
        }
    }
#endif
