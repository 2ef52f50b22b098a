// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The library's names, because the map knows it by these alone.

public final class Broadcaster {
    public protocol Message {
        associatedtype Channel
        func send(to observer: Channel)
    }

    public struct Observers<T>: Sequence {
        public var isEmpty: Bool { true }
        public func makeIterator() -> IndexingIterator<[T]> { [T]().makeIterator() }
    }

    public static func observers<T>(of type: T.Type) -> Observers<T> { Observers() }
    public static func register<T>(_ type: T.Type, observer: AnyObject) {}
    public static func register<T>(_ type: T.Type, for key: Int, observer: AnyObject) {}
    public static func notify<T>(_ type: T.Type, block: (T) -> Void) {}
    public static func notify<T>(_ type: T.Type, for key: some Hashable, block: (T) -> Void) {}
    public static func notify<M: Message>(_ message: M) {}
}
