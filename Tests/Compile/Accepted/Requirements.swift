// What the protocol of a channel may require, and how a block and a loop use it.

import Broadcaster

protocol Named: AnyObject {
    var name: String { get set }
}

protocol Store: Named {
    associatedtype Item = Int

    static var kind: String { get }
    static func make() -> Int
    init(count: Int)

    subscript(index: Int) -> Int { get }
    func add<T: Sendable>(_ value: T)
    func add(all values: some Collection<Int>)
    func copy() -> Self
    func save() throws
    func load() async
}

@MainActor
func use(_ store: any Store) {
    Broadcaster.register((any Store).self, observer: store)
    Broadcaster.notify((any Store).self) {
        $0.name = "\(type(of: $0).kind) \($0.copy().name) \($0[0])"
        $0.add(1)
        $0.add(all: [1, 2])
        _ = type(of: $0).make()
        _ = type(of: $0).init(count: 1)
    }
    for store in Broadcaster.observers(of: (any Store).self) { try? store.save() }
    let names = Broadcaster.observers(of: (any Store).self).map(\.name)
    print(names)
}
