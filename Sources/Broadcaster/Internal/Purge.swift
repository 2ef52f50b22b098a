import Foundation

/// Where a list that is full looks for deallocated observers.
///
/// Only loading an observer tells whether it is alive, and loading may make the loading thread its last owner. So a list
/// whose observers may be used from any thread loads them on the main queue; else, registering one observer could
/// deinitialize another on the wrong thread.
@usableFromInline
enum PurgePlace {
    /// For observers that are confined to where the caller is.
    case caller

    /// At once if the caller is on the main queue; else later, and until then the list grows.
    case mainQueue
}

extension ObserverList {
    @inlinable
    func add<T>(_ observer: T, purging place: PurgePlace, at callSite: CallSite) {
        add(observer, at: callSite) { purge(place) }
    }

    @usableFromInline @inline(never)
    func purge(_ place: PurgePlace) {
        switch place {
        case .caller: purge()
        case .mainQueue: onMainQueue { self.purge() }
        }
    }

    /// The classes of the observers that are alive, in order; from any thread.
    ///
    /// What it loaded is released on the main queue.
    func classes() -> [AnyClass] {
        guard let snapshot = snapshot() else { return [] }
        var position = snapshot.start
        var loaded: [RetainedObserver] = []
        while let observer = snapshot.next(&position) { loaded.append(observer) }
        let classes = loaded.map(\.dynamicClass)
        // Because only the closure uses them from here on.
        nonisolated(unsafe) let observers = loaded
        onMainQueue {
            withExtendedLifetime(snapshot) { for observer in observers { _ = observer.takeValue(as: AnyObject.self) } }
        }
        return classes
    }
}

/// Runs `work` at once if the caller is on the main queue, and else later, on it.
private func onMainQueue(_ work: @escaping @Sendable () -> Void) {
    DispatchQueue.getSpecific(key: isMainQueue) != nil ? work() : DispatchQueue.main.async(execute: work)
}

/// Tells the main queue from others, also where no thread counts as the main one: under `dispatchMain()`.
private let isMainQueue: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
}()
