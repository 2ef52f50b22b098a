import Broadcaster
import Foundation
import TestSupport
import Testing

@Suite("WeakObjectSet", .timeLimit(.minutes(60)), .watched)
struct WeakObjectSetTests {
    protocol Item: AnyObject {
        var number: Int { get }
    }

    protocol Numbered {}
    protocol Sized: AnyObject {}
    protocol Named {}
    protocol Valued<Value> { associatedtype Value }

    final class Thing: Item, Numbered, Sized, Named, Valued, Sendable {
        typealias Value = Int

        let number: Int

        init(_ number: Int) { self.number = number }
    }

    let things = (0..<5).map(Thing.init)

    @Test("a set starts empty, with one object, or with many")
    func initializers() {
        #expect(WeakObjectSet<any Item>().allObjects.isEmpty)
        #expect(WeakObjectSet<any Item>(things[0]).map(\.number) == [0])
        #expect(WeakObjectSet<any Item>(things).map(\.number) == [0, 1, 2, 3, 4])
    }

    @Test("a set adds and removes one object or many, in order, each once")
    func addAndRemove() {
        let set = WeakObjectSet<any Item>()
        set.add(things[3])
        set.add(contentsOf: [things[1], things[3], things[2], things[1]])
        #expect(set.map(\.number) == [3, 1, 2])
        set.remove(things[1])
        set.remove(things[0])
        #expect(set.map(\.number) == [3, 2])
        set.remove(contentsOf: [things[3], things[0], things[2]])
        #expect(set.isEmpty)
        set.add(contentsOf: things)
        set.removeAll()
        #expect(set.isEmpty)
        set.add(things[4])
        #expect(set.map(\.number) == [4])
    }

    @Test("a set is made of any sequence of objects, and takes an array literal of objects of several classes")
    func sequences() {
        let other = Other()
        let lazily = things.lazy.map { $0 as any Item }
        let set = WeakObjectSet<any Item>(lazily.reversed())
        #expect(set.map(\.number) == [4, 3, 2, 1, 0])
        set.remove(contentsOf: things.filter { $0.number > 1 })
        #expect(set.map(\.number) == [1, 0])
        set.add(contentsOf: Array(lazily.dropFirst(4)))
        #expect(set.map(\.number) == [1, 0, 4])
        set.add(contentsOf: [things[3], other])
        set.remove(contentsOf: [other, things[0]])
        #expect(set.map(\.number) == [1, 4, 3])
        #expect(WeakObjectSet<any Item>([other, things[0]]).map(\.number) == [9, 0])
        #expect(MulticastDelegate<any Item>([other, things[0]]).map(\.number) == [9, 0])
        #expect(MulticastDelegate<any Item>(Array(lazily.prefix(2))).map(\.number) == [0, 1])
        withExtendedLifetime((other, things)) {}
    }

    private final class Other: Item { let number = 9 }

    @Test("an array makes a set of its elements, whether or not the type of the set is written")
    func arrays() {
        #expect(WeakObjectSet(things).count == 5)
        #expect(WeakObjectSet<Any>(things).count == 5)
        #expect(WeakObjectSet<AnyObject>(things).count == 5)
        let other = Other()
        #expect(WeakObjectSet([things[0], things[1]]).count == 2)
        #expect(WeakObjectSet([things[0], other]).count == 2)
        let inferred: WeakObjectSet<any Item> = .init([things[0], other])
        #expect(inferred.map(\.number) == [0, 9])
        #expect(MulticastDelegate(things).count == 5)
        #expect(MulticastDelegate<Any>(things).count == 5)
        #expect(MulticastDelegate([things[0], other]).count == 2)
        withExtendedLifetime(other) {}
    }

    private final class StandIn: MulticastDelegate<any Item>, Item { let number = 7 }

    private final class Branch: Item, Sequence {
        let number = 8
        let leaves: [Branch]
        init(_ leaves: [Branch] = []) { self.leaves = leaves }
        func makeIterator() -> IndexingIterator<[Branch]> { leaves.makeIterator() }
    }

    @Test("an object that is a sequence makes a set of one, and not of its elements")
    func objectsThatAreSequences() {
        let standIn = StandIn(things)
        #expect(WeakObjectSet<any Item>(standIn).map(\.number) == [7])
        #expect(WeakObjectSet(standIn).map(\.number) == [7])
        #expect(WeakObjectSet<Any>(standIn).count == 1)
        let branch = Branch([Branch(), Branch()])
        #expect(WeakObjectSet<any Item>(branch).map(\.number) == [8])
        #expect(WeakObjectSet<Branch>(branch).map(\.number) == [8])
        #expect(WeakObjectSet(branch).map(\.number) == [8])
        // A set isn't a member of a set of its elements' type, so it is copied.
        #expect(WeakObjectSet<any Item>(WeakObjectSet<any Item>(things)).count == 5)
        withExtendedLifetime((standIn, branch)) {}
    }

    @Test("an Any that generic code made of an existential counts as the object in it")
    func erasedExistentials() {
        let set = WeakObjectSet<Any>()
        func expectMember(_ erased: Any, _ sourceLocation: SourceLocation = #_sourceLocation) {
            set.add(erased)
            #expect(set.count == 1 && set.contains(erased), sourceLocation: sourceLocation)
            #expect(set.contains(things[0]), sourceLocation: sourceLocation)
            set.forEach { #expect($0 as? Thing === things[0], sourceLocation: sourceLocation) }
            set.add(things[0])
            #expect(set.count == 1, sourceLocation: sourceLocation)
            set.remove(erased)
            #expect(set.isEmpty, sourceLocation: sourceLocation)
        }
        let thing = things[0]
        expectMember(erased(thing))
        expectMember(erased(thing as AnyObject))
        expectMember(erased(thing as any Item))
        expectMember(erased(thing as any Numbered))
        expectMember(erased(thing as any Item & Numbered & Sized & Named))
        expectMember(erased(thing as any Valued<Int>))
        expectMember(erased(thing as any Item & Valued<Int>))
        expectMember(erased(erased(thing as AnyObject)))
        expectMember(erased(erased(erased(thing as any Numbered))))
        let delegates = MulticastDelegate<Any>([erased(thing as any Numbered)])
        #expect(delegates.count == 1)
        delegates -= thing
        #expect(delegates.isEmpty)
    }

    @Test("an object that generic code made an Any of is registered, called and unregistered")
    @MainActor func erasedObserver() async {
        let broadcaster = Broadcaster()
        let observer = erased(things[3] as any Numbered)
        broadcaster.register(Any.self, observer: observer)
        let numbers = Recorded<[Int]>([])
        broadcaster.notify(Any.self) { observer in numbers.value.append((observer as? Thing)?.number ?? -1) }
        await broadcaster.settled()
        #expect(numbers.value == [3])
        broadcaster.unregister(Any.self, observer: observer)
        #expect(broadcaster.observers(of: Any.self).isEmpty)
    }

    @Test("a set looks up members, and counts the living ones")
    func lookUp() {
        let set = WeakObjectSet<any Item>(Array(things.dropLast()))
        #expect(set.contains(things[0]))
        #expect(!set.contains(things[4]))
        #expect(set.count == 4)
        #expect(!set.isEmpty)
        set.remove(things[0])
        #expect(!set.contains(things[0]))
        #expect(set.count == 3)
        #expect(set.allObjects.map(\.number) == [1, 2, 3])
    }

    @Test("a set forgets deallocated objects")
    func forgets() {
        let set = WeakObjectSet<any Item>()
        do {
            let transient = (10..<20).map(Thing.init)
            set.add(contentsOf: transient)
            set.add(things[0])
            #expect(set.count == 11)
            withExtendedLifetime(transient) {}
        }
        #expect(set.count == 1)
        #expect(set.allObjects.map(\.number) == [0])
        do {
            set.removeAll()
            set.add(Thing(1))
        }
        #expect(set.isEmpty)
        #expect(set.count == 0)
    }

    @Test("a set collects answers as any sequence does")
    func answers() {
        let set = WeakObjectSet<any Item>(things)
        #expect(set.reduce(0) { $0 + $1.number } == 10)
        #expect(set.allSatisfy { $0.number < 5 })
        #expect(set.first { $0.number > 2 }?.number == 3)
        #expect(set.contains { $0.number == 4 })
        #expect(set.filter { $0.number.isMultiple(of: 2) }.count == 3)
        #expect(set.max { $0.number < $1.number }?.number == 4)
        #expect(zip(set, set.dropFirst()).map { $1.number - $0.number } == [1, 1, 1, 1])
    }

    @Test("an iterator is a value, so a copy continues independently")
    func copiedIterator() {
        var iterator = WeakObjectSet<any Item>(things).makeIterator()
        _ = iterator.next()
        var copy = iterator
        #expect(iterator.next()?.number == 1)
        #expect(copy.next()?.number == 1)
        while iterator.next() != nil {}
        #expect(iterator.next() == nil)
        #expect(copy.next()?.number == 2)
    }
}

@MainActor
private final class Recorded<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
}

/// An `Any` that holds the `T`, even if that is an existential: without optimization, a generic function makes one.
@inline(never)
@_optimize(none)
private func erased<T>(_ value: T) -> Any { value }
