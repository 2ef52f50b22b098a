import Foundation

/// A broadcaster as one writes it first: a `Set` of weak references by the name of the protocol.
final class Baseline: @unchecked Sendable {
    private struct Weak: Hashable, @unchecked Sendable {
        weak var object: AnyObject?
        let identity: ObjectIdentifier

        init(_ object: AnyObject) {
            self.object = object
            identity = ObjectIdentifier(object)
        }

        static func == (one: Weak, other: Weak) -> Bool { one.identity == other.identity }
        func hash(into hasher: inout Hasher) { hasher.combine(identity) }
    }

    private var observers: [String: Set<Weak>] = [:]
    private let queue = DispatchQueue(label: "Baseline", attributes: .concurrent)

    func register<T>(_ protocolType: T.Type, observer: T) {
        let weak = Weak(observer as AnyObject)
        queue.sync(flags: .barrier) { _ = observers["\(protocolType)", default: []].insert(weak) }
    }

    func unregister<T>(_ protocolType: T.Type, observer: T) {
        let weak = Weak(observer as AnyObject)
        queue.sync(flags: .barrier) { _ = observers["\(protocolType)"]?.remove(weak) }
    }

    func callAll<T>(_ protocolType: T.Type, _ block: (T) -> Void) {
        for weak in queue.sync(execute: { observers["\(protocolType)"] ?? [] }) {
            if let observer = weak.object as? T { block(observer) }
        }
    }

    func notify<T>(_ protocolType: T.Type, _ block: @escaping @Sendable (T) -> Void) {
        for weak in queue.sync(execute: { observers["\(protocolType)"] ?? [] }) {
            DispatchQueue.main.async { if let observer = weak.object as? T { block(observer) } }
        }
    }
}
