#if DEBUG
    import Foundation

    extension Broadcaster {
        /// Writes why a broadcast reaches nobody, if the reason is a mistake that nothing else shows.
        ///
        /// There are four: a key of another type than those of the observers, a message in place of its protocol, a
        /// class in place of the protocol that its objects observe, and a composition in place of one of its protocols,
        /// or the reverse. That nothing observes a channel is usually no mistake, so nothing is written then.
        ///
        /// What was ever registered decides, and not what is alive, so no observer is loaded.
        func explainSilence<T, Key: Hashable & Sendable>(
            of protocolType: T.Type, in entry: ProtocolEntry, for keyType: Key.Type, fileID: StaticString, line: UInt
        ) {
            let place = "\(fileID):\(line)"
            let history = entry.channels.inspect { $0.history }
            if !history.isEmpty {
                if Key.self == NoKey.self || history.keyTypes.isEmpty || history.hasKey(of: Key.self) { return }
                return DebugWarnings.observersHaveOtherKeys(
                    history.keyTypes.values.map(typeName).sorted(), entry.name, broadcastWith: Key.self, at: place)
            }
            if let messageType = T.self as? any Message.Type {
                return DebugWarnings.messageIsNotObserved(messageType, at: place)
            }
            let others = withRegistry { $0.allEntries }.filter { $0 !== entry }
            func names(where isMeant: (ProtocolEntry, RegistrationHistory) -> Bool) -> [String] {
                others.filter { isMeant($0, $0.channels.inspect { $0.history }) }.map(\.name).sorted()
            }
            if TypeKind(T.self) == .class {
                let observed = names { $1.observerClasses.values.contains { $0 is T.Type } }
                if !observed.isEmpty { DebugWarnings.classIsNotObserved(T.self, observing: observed, at: place) }
            } else {
                let observed = names { !$1.isEmpty && TypeKind.isComposition($0.type, with: T.self) }
                if !observed.isEmpty { DebugWarnings.compositionIsNotObserved(T.self, observed: observed, at: place) }
            }
        }
    }

    extension TypeKind {
        /// Whether one type is a composition with all protocols of the other.
        fileprivate static func isComposition(_ type: Any.Type, with other: Any.Type) -> Bool {
            let (one, other) = (parts(of: type), parts(of: other))
            return !one.isEmpty && !other.isEmpty && (other.allSatisfy(one.contains) || one.allSatisfy(other.contains))
        }

        /// The protocols of an existential, and its superclass; a class is its own part.
        private static func parts(of type: Any.Type) -> [UnsafeRawPointer] {
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
            return Array(UnsafeBufferPointer(start: parts, count: count))
        }
    }
#endif
