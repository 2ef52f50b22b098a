#if DEBUG
    extension Broadcaster {
        /// Writes why a broadcast reaches nobody, if the reason is a mistake that nothing else shows.
        ///
        /// There are two: a key of another type than those of the observers, and a class in place of the protocol that
        /// its objects observe. That nothing observes a channel is usually no mistake, so nothing is written then.
        func explainSilence<T, Key: Hashable & Sendable>(
            of protocolType: T.Type, for keyType: Key.Type, fileID: StaticString, line: UInt
        ) {
            let entry = entry(of: T.self)
            let place = "\(fileID):\(line)"
            if Key.self != NoKey.self {
                let others = entry.channels.otherKeyTypes(than: Key.self)
                if !others.isEmpty {
                    DebugWarnings.observersHaveOtherKeys(others, entry.name, broadcastWith: Key.self, at: place)
                }
            }
            if TypeKind(T.self) == .class, entry.channels.inspect({ $0.isUnused }) {
                let observed = withRegistry { $0.allEntries }.filter { $0.channels.isObserved(by: T.self) }
                if !observed.isEmpty {
                    DebugWarnings.classIsNotObserved(T.self, observing: observed.map(\.name).sorted(), at: place)
                }
            }
        }
    }

    extension LockedChannels {
        /// The types of the keys of living observers if no observer has a key of the same type; none if one has.
        fileprivate func otherKeyTypes(than type: Any.Type) -> [String] {
            let hasSame = inspect { table in table.channelsByKey.keys.contains { $0.valueType == type } }
            if hasSame { return [] }
            let observed = observedChannels().filter { !$0.observers.isEmpty }
            return Set(observed.compactMap { $0.key.map { typeName($0.valueType) } }).sorted()
        }

        /// Whether a living observer, or the owner of a closure, is an object of a class.
        fileprivate func isObserved<Object>(by type: Object.Type) -> Bool {
            inspect { $0.channels }.contains { channel in
                channel.slots.withLiving { $0.contains { $0.observerClass is Object.Type } }
            }
        }
    }
#endif
