#if DEBUG
    import Foundation

    extension Broadcaster {
        /// Writes why a broadcast reaches nobody, if the reason is a mistake that nothing else shows.
        ///
        /// There are four: a key of another type than those of the observers, a message in place of its protocol, a
        /// class in place of the protocol that its objects observe, and a composition in place of one of its protocols,
        /// or the reverse. That nothing observes a channel is usually no mistake, so nothing is written then.
        func explainSilence<T, Key: Hashable & Sendable>(
            of protocolType: T.Type, for keyType: Key.Type, fileID: StaticString, line: UInt
        ) {
            let entry = entry(of: T.self)
            guard entry.silence.beginSearch(for: Key.self) else { return }
            let place = "\(fileID):\(line)"
            if !entry.channels.inspect({ $0.isUnused }) {
                if Key.self == NoKey.self || entry.channels.inspect({ $0.hadKey(of: Key.self) }) { return }
                return search([entry], for: Key.self, of: entry) {
                    entry.channels.keyTypesOfLivingObservers
                } explain: {
                    DebugWarnings.observersHaveOtherKeys($0, entry.name, broadcastWith: Key.self, at: place)
                }
            }
            if let messageType = T.self as? any Message.Type {
                DebugWarnings.messageIsNotObserved(messageType, at: place)
                return entry.silence.endSearch(for: Key.self)
            }
            let others = withRegistry { $0.allEntries }.filter { $0 !== entry }
            if TypeKind(T.self) == .class {
                search(others, for: Key.self, of: entry) {
                    others.namesOfObserved { $0.observerClass is T.Type }
                } explain: {
                    DebugWarnings.classIsNotObserved(T.self, observing: $0, at: place)
                }
            } else {
                let related = others.filter { TypeKind.isComposition($0.type, with: T.self) }
                search(related, for: Key.self, of: entry) {
                    related.namesOfObserved { _ in true }
                } explain: {
                    DebugWarnings.compositionIsNotObserved(T.self, observed: $0, at: place)
                }
            }
        }

        /// Searches the observers of protocols for what explains the silence of another, and explains it if it finds
        /// something.
        ///
        /// Observers that are bound to the main actor are loaded there, in a block on the main queue if the caller
        /// isn't on it, because loading one may make this thread its last owner.
        private func search<Key>(
            _ searched: [ProtocolEntry], for keyType: Key.Type, of entry: ProtocolEntry,
            _ find: @escaping () -> [String], explain: @escaping ([String]) -> Void
        ) {
            if searched.isEmpty { return }
            // `nonisolated(unsafe)`: it captures types and what is `Sendable`, and runs once.
            nonisolated(unsafe) let search = {
                let found = find()
                if found.isEmpty { return }
                explain(found)
                entry.silence.endSearch(for: Key.self)
            }
            if searched.contains(where: \.isBoundToMainActor) { MainQueue.run { search() } } else { search() }
        }
    }

    extension [ProtocolEntry] {
        /// The names of the protocols with a living observer that meets a condition.
        fileprivate func namesOfObserved(where isMeant: (Registration) -> Bool) -> [String] {
            filter { entry in
                entry.channels.inspect { $0.channels }.contains { $0.slots.hasLivingObserver(where: isMeant) }
            }.map(\.name).sorted()
        }
    }

    extension Broadcaster.Observation {
        /// Writes that an observation ends with the task that returned it; to be called by `deinit`.
        ///
        /// `Task { Broadcaster.observe(…) { … } }` compiles without a warning, and loses the token before a broadcast
        /// arrives. Only the stack shows it: when the closure has returned, the runtime that runs the task releases it,
        /// and the task releases its value, without code of the program in between. If the program releases the token,
        /// or a task that it kept, its code is in between, or a task is current. Nothing is written where the runtimes
        /// aren't libraries of their own.
        static func explainEnd(of channel: Any.Type) {
            // The task that has ended isn't current any more.
            if withUnsafeCurrentTask(body: { $0 != nil }) { return }
            func isRuntime(_ frame: String) -> Bool {
                frame.contains("libswiftCore.") || frame.contains("libswift_Concurrency.")
            }
            // Behind the frames of the library itself.
            let runtime = Thread.callStackSymbols.drop { !isRuntime($0) }.prefix(while: isRuntime)
            guard runtime.contains(where: { $0.contains("swift_job_run") }) else { return }
            DebugWarnings.tokenWasReleasedWithTask(of: channel)
        }
    }

    /// For which types of keys it was searched why broadcasts to a protocol reach nobody.
    ///
    /// What was explained isn't searched for again, and what was searched in vain only after another registration.
    final class Silence: Sendable {
        private struct Searches {
            /// How many registrations there had been when it was searched, by the type of the key; `max` if explained.
            var registrationCounts: [ObjectIdentifier: UInt] = [:]
            /// How many searches began.
            var count = 0
        }

        private let searches = Locked(Searches())

        /// How many searches began, for tests.
        var searchCount: Int { searches.withLock { $0.count } }

        /// Notes that a search begins, if it may find what an earlier one didn't.
        func beginSearch<Key>(for keyType: Key.Type) -> Bool {
            let registrationCount = Self.registrationCount.withLock { $0 }
            return searches.withLock { searches in
                let last = searches.registrationCounts[ObjectIdentifier(Key.self)]
                let mayFind = last.map { $0 < registrationCount } ?? true
                if mayFind {
                    searches.registrationCounts[ObjectIdentifier(Key.self)] = registrationCount
                    searches.count += 1
                }
                return mayFind
            }
        }

        /// Notes that the silence was explained.
        func endSearch<Key>(for keyType: Key.Type) {
            searches.withLock { $0.registrationCounts[ObjectIdentifier(Key.self)] = .max }
        }

        /// Counts a registration, after it was added.
        static func countRegistration() { registrationCount.withLock { $0 += 1 } }

        /// How many registrations the process has made.
        private static let registrationCount = Locked<UInt>(0)
    }

    extension LockedChannels {
        /// The types of the keys of living observers.
        fileprivate var keyTypesOfLivingObservers: [String] {
            var types: [ObjectIdentifier: String] = [:]
            for channel in inspect({ $0.channels }) {
                guard let type = channel.channel?.key.valueType, types[ObjectIdentifier(type)] == nil else { continue }
                guard channel.slots.hasLivingObserver(where: { _ in true }) else { continue }
                types[ObjectIdentifier(type)] = typeName(type)
            }
            return types.values.sorted()
        }
    }

    extension FilledSlots {
        /// Whether an observer that is alive meets a condition; retains each only while the condition is checked.
        fileprivate func hasLivingObserver(where isMeant: (Registration) -> Bool) -> Bool {
            (0..<end).contains { position in
                buffer.withSlot(position) { registration in
                    guard let observer = registration.load()?.takeValue(as: AnyObject.self) else { return false }
                    return withExtendedLifetime(observer) { isMeant(registration) }
                }
            }
        }
    }

    extension TypeKind {
        /// Whether one type is a composition with all protocols of the other.
        fileprivate static func isComposition(_ type: Any.Type, with other: Any.Type) -> Bool {
            let (one, other) = (parts(of: type), parts(of: other))
            return !one.isEmpty && !other.isEmpty && (one.isSuperset(of: other) || other.isSuperset(of: one))
        }

        /// The protocols of an existential, and its superclass; a class is its own part.
        private static func parts(of type: Any.Type) -> Set<UnsafeRawPointer> {
            let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
            switch TypeKind(type) {
            case .class: return [metadata]
            case .existential, .classExistential, .errorExistential: break
            default: return []
            }
            // Behind the kind: the flags, the number of protocols, the superclass if a flag says so, and the protocols.
            let flags = metadata.load(fromByteOffset: MemoryLayout<UInt>.size, as: UInt32.self)
            let numbers = metadata + MemoryLayout<UInt>.size
            let protocolCount = Int(numbers.load(fromByteOffset: 4, as: UInt32.self))
            let count = protocolCount + (flags & 0x4000_0000 == 0 ? 0 : 1)
            let parts = (numbers + 8).assumingMemoryBound(to: UnsafeRawPointer.self)
            return Set(UnsafeBufferPointer(start: parts, count: count))
        }
    }
#endif
