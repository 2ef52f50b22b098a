// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Stand-ins with delegates of several types.

import Broadcaster

// A constrained existential.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
enum Constrained {
    @Multicast
    protocol Loader<Item>: AnyObject {
        associatedtype Item
        func loads(_ url: String)
        func loaded(_ item: Item) async throws
    }

    nonisolated final class Loaders: MulticastDelegate<any Loader<Int>>, Loader {
        typealias Item = Int
    }
}

// Without a constraint, the class implements what takes an associated type.
@Multicast
protocol Loader<Item>: AnyObject {
    associatedtype Item
    func loads(_ url: String)
    func loaded(_ item: Item)
}

extension Loader {
    func loads(_ url: String) {}
}

nonisolated final class Loaders: MulticastDelegate<any Loader>, Loader {
    func loaded(_ item: Int) {}
}

// Primary associated types with the names of a sequence's.
@Multicast
public protocol Source<Element>: AnyObject {
    associatedtype Element
    func opened()
}

nonisolated final class Sources: MulticastDelegate<any Source>, Source {}

// A superclass, of which a stand-in is a sequence, too.
nonisolated class Screen {}

@Multicast(redeclaresInherited: true)
protocol ScreenDelegate: Screen {
    func appeared()
}

nonisolated final class ScreenDelegates: Screen, ScreenDelegate, Sequence {
    let delegates = WeakObjectSet<any ScreenDelegate>()

    func makeIterator() -> WeakObjectSet<any ScreenDelegate>.Iterator { delegates.makeIterator() }
}

// Names that nested types may have.
nonisolated enum Outer {
    struct Element {}

    @Multicast
    protocol Iterator: AnyObject {
        func opened(_ element: Outer.Element)
        func generic<Element>(_ element: Element)
    }

    final class Iterators: MulticastDelegate<any Iterator>, Iterator {}
}

// Members of `MulticastDelegate` with other signatures.
@Multicast
protocol Editor: AnyObject {
    func add(_ text: String)
    func remove(_ text: Substring)
    func remove(_ editor: any Editor, at index: Int)
    func invoke(_ body: (Int) -> Void)
    func notify(_ text: String)
    func contains(_ editor: any Editor)
}

nonisolated final class Editors: MulticastDelegate<any Editor>, Editor {}

func edit(_ editors: Editors, _ editor: any Editor) {
    editors.add("text")
    editors.add(editor)
    editors.remove(editor)
    editors.remove("text".prefix(1))
    editors.invoke { (editor: any Editor) in editor.add("text") }
    editors.contains(editor) as Void
}
