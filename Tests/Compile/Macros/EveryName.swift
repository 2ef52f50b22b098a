// Protocols, methods, labels and types with each of the names that generated code uses.

import Broadcaster

@Multicast
@Messages
protocol Channel: AnyObject {
    func opened(_ number: Int)
    func joined(_ channel: any Channel)
}

nonisolated final class Channels: MulticastDelegate<any Channel>, Channel {}

// The names of protocols, where each of them hides another type.
enum Protocols {
    @Multicast @Messages protocol Channel: AnyObject { func changed(_ number: Int) }
    @Multicast @Messages protocol Element: AnyObject { func changed(_ number: Int) }
    @Multicast @Messages protocol Iterator: AnyObject { func changed(_ number: Int) }
    @Multicast @Messages protocol MainActor: AnyObject { func changed(_ number: Int) }
    @Multicast @Messages protocol Observer: AnyObject { func changed(_ number: Int) }
    @Multicast @Messages protocol Receive: AnyObject { func changed(_ number: Int) }
    @Multicast @Messages protocol Sendable: AnyObject { func changed(_ number: Int) }
    @Multicast @Messages protocol Sequence: AnyObject { func changed(_ number: Int) }
    @Multicast @Messages protocol Void: AnyObject { func changed(_ number: Int) }
    @Multicast @Messages protocol argument1: AnyObject { func changed(_ number: Int) }
    @Multicast @Messages protocol argument2: AnyObject { func changed(_ number: Int) }
    @Multicast @Messages protocol available: AnyObject { func changed(_ number: Int) }
    @Multicast @Messages protocol delegate: AnyObject { func changed(_ number: Int) }
    @Multicast @Messages protocol escaping: AnyObject { func changed(_ number: Int) }
    @Multicast @Messages protocol fatalError: AnyObject { func changed(_ number: Int) }
    @Multicast @Messages protocol iOS: AnyObject { func changed(_ number: Int) }
    @Multicast @Messages protocol macOS: AnyObject { func changed(_ number: Int) }
    @Multicast @Messages protocol makeObserver: AnyObject { func changed(_ number: Int) }
    @Multicast @Messages protocol message: AnyObject { func changed(_ number: Int) }
    @Multicast @Messages protocol observer: AnyObject { func changed(_ number: Int) }
    @Multicast @Messages protocol receive: AnyObject { func changed(_ number: Int) }
    @Multicast @Messages protocol send: AnyObject { func changed(_ number: Int) }
    @Multicast @Messages protocol to: AnyObject { func changed(_ number: Int) }
    @Multicast @Messages protocol tvOS: AnyObject { func changed(_ number: Int) }
    @Multicast @Messages protocol unavailable: AnyObject { func changed(_ number: Int) }
    @Multicast @Messages protocol watchOS: AnyObject { func changed(_ number: Int) }

    // A module selector passes such a type over, which Swift 6.2 doesn't have.
    #if compiler(>=6.3)
        @Multicast @Messages protocol Swift: AnyObject { func changed(_ number: Int) }
    #endif
}

// Called on any thread.
enum SendableProtocols {
    @Messages nonisolated protocol Channel: Sendable { func changed(_ number: Int) }
    @Messages nonisolated protocol Observer: Sendable { func changed(_ number: Int) }
    @Messages nonisolated protocol Receive: Sendable { func changed(_ number: Int) }
}

// The names of methods and labels.
@Multicast
@Messages
protocol MethodObserver: AnyObject {
    func Channel(Channel: Int)
    func Element(Element: Int)
    func Iterator(Iterator: Int)
    func MainActor(MainActor: Int)
    func Observer(Observer: Int)
    func Receive(Receive: Int)
    func Sendable(Sendable: Int)
    func Sequence(Sequence: Int)
    func Void(Void: Int)
    func argument1(argument1: Int)
    func argument2(argument2: Int)
    func available(available: Int)
    func delegate(delegate: Int)
    func escaping(escaping: Int)
    func fatalError(fatalError: Int)
    func iOS(iOS: Int)
    func macOS(macOS: Int)
    func makeObserver(makeObserver: Int)
    func message(message: Int)
    func observer(observer: Int)
    func receive(receive: Int)
    func send(send: Int)
    func to(to: Int)
    func tvOS(tvOS: Int)
    func unavailable(unavailable: Int)
    func watchOS(watchOS: Int)
    func Swift(Swift: Int)
}

// The names of types.
nonisolated enum Types {
    struct Channel {}
    struct Element {}
    struct Iterator {}
    struct MainActor {}
    struct Observer {}
    struct Receive {}
    struct Sendable {}
    struct Sequence {}
    struct Void {}
    struct argument1 {}
    struct argument2 {}
    struct available {}
    struct delegate {}
    struct escaping {}
    struct fatalError {}
    struct iOS {}
    struct macOS {}
    struct makeObserver {}
    struct message {}
    struct observer {}
    struct receive {}
    struct send {}
    struct to {}
    struct tvOS {}
    struct unavailable {}
    struct watchOS {}
    #if compiler(>=6.3)
        struct Swift {}
    #else
        typealias Swift = Int
    #endif

    @Messages
    protocol TypeObserver {
        func changed(
            _: Channel, _: Element, _: Iterator, _: MainActor, _: Observer, _: Receive, _: Sendable, _: Sequence,
            _: Void, _: argument1, _: argument2, _: available, _: delegate, _: escaping, _: fatalError, _: iOS,
            _: macOS, _: makeObserver, _: message, _: observer, _: receive, _: send, _: to, _: tvOS, _: unavailable,
            _: watchOS, _: Swift
        )
    }

    // In an extension, the types of a sequence have other meanings, and so have the types beside a nested protocol.
    @Multicast
    protocol TypeDelegate: AnyObject {
        func changed(
            _: Types.Channel, _: Types.Element, _: Types.Iterator, _: Types.MainActor, _: Types.Observer,
            _: Types.Receive, _: Types.Sendable, _: Types.Sequence, _: Types.Void, _: Types.argument1,
            _: Types.argument2, _: Types.available, _: Types.delegate, _: Types.escaping, _: Types.fatalError,
            _: Types.iOS, _: Types.macOS, _: Types.makeObserver, _: Types.message, _: Types.observer, _: Types.receive,
            _: Types.send, _: Types.to, _: Types.tvOS, _: Types.unavailable, _: Types.watchOS, _: Types.Swift
        )
    }
}
