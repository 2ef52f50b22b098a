internal import BroadcasterAtomics
import Foundation

extension Broadcaster {
    /// What a broadcaster consists of; what few broadcasters need is made when it is first needed.
    final class Storage: Sendable {
        static let shared = Unmanaged.passRetained(Storage())

        let registry = Registry()

        /// The entry of ``BroadcastObserver`` and the pending deliveries, each zero until it is needed.
        // Because its words are atomic.
        nonisolated(unsafe) private let rarelyNeeded = UnsafeMutablePointer<BroadcasterWord>.allocate(capacity: 2)
        private static let lock = NSLock()

        init() {
            rarelyNeeded.initialize(repeating: BroadcasterWord(), count: 2)
        }

        deinit {
            if let deliveries = pointer(1) { Unmanaged<PendingDeliveries>.fromOpaque(deliveries).release() }
            rarelyNeeded.deallocate()
        }

        /// Makes the entry of a protocol, at its first use.
        func makeEntry<T>(for protocolType: T.Type) -> Unmanaged<RegistryEntry> {
            let entry = registry.makeEntry(for: protocolType)
            if T.self == (any BroadcastObserver).self {
                BroadcasterWordStore(rarelyNeeded, UInt(bitPattern: entry.toOpaque()))
            }
            return entry
        }

        /// The observers of broadcasts, if there are any.
        var broadcastObservers: ObserverList? {
            guard let entry = pointer(0) else { return nil }
            let list = Unmanaged<RegistryEntry>.fromOpaque(entry)._withUnsafeGuaranteedRef { $0.list }
            return list.hasRegistrations ? list : nil
        }

        /// The broadcasts that are pending on other queues than the main one, if there ever were any.
        var existingDeliveries: PendingDeliveries? {
            pointer(1).map { Unmanaged<PendingDeliveries>.fromOpaque($0).takeUnretainedValue() }
        }

        var deliveries: PendingDeliveries {
            if let existingDeliveries { return existingDeliveries }
            return Self.lock.withLock {
                if let existingDeliveries { return existingDeliveries }
                let new = PendingDeliveries()
                BroadcasterWordStore(rarelyNeeded + 1, UInt(bitPattern: Unmanaged.passRetained(new).toOpaque()))
                return new
            }
        }

        private func pointer(_ index: Int) -> UnsafeRawPointer? {
            UnsafeRawPointer(bitPattern: BroadcasterWordLoad(rarelyNeeded + index))
        }
    }
}
