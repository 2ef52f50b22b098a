// Generated code in a program whose own types have the names of modules, and of what else generated code names. It needs
// module selectors, which Swift 6.2 doesn't have.

#if compiler(>=6.3)
    import Broadcaster
    import Dispatch

    nonisolated enum Broadcaster {
        struct Message {}
    }
    nonisolated enum Swift {}
    nonisolated enum MainActor {}
    nonisolated enum Sendable {}
    nonisolated enum Sequence {}
    nonisolated enum Void {}
    nonisolated struct Channel {}
    nonisolated struct Element {}
    nonisolated struct Receive {}

    @Multicast
    @Messages
    protocol TitleObserver: AnyObject {
        func titleDidChange(_ title: String, by sender: Broadcaster.Message)
        func titleWasReceived(_ receive: Receive, _ never: [Swift::Never]) -> Swift::Void
        func titleWasRead(on channel: App::Channel, _ element: App::Element)
    }

    nonisolated final class TitleObservers: Broadcaster::MulticastDelegate<any TitleObserver>, TitleObserver {}

    @Messages
    nonisolated protocol OrderObserver: Swift::Sendable {
        func orderPlaced(_ number: Int)
    }

    enum Outer {
        struct Broadcaster {}
        enum Swift {}

        @Messages
        protocol PageObserver {
            func pageDidChange(_ broadcaster: Broadcaster)
        }

        @Multicast
        protocol PageDelegate: AnyObject {
            func pageDidChange()
        }

        nonisolated final class PageDelegates: Broadcaster::MulticastDelegate<any PageDelegate>, PageDelegate {}
    }

    @Swift::MainActor
    func observe() -> [Broadcaster::Broadcaster.Observation] {
        Broadcaster::Broadcaster.notify(TitleObserverMessage.titleDidChange("Inbox", by: .init()))
        Broadcaster::Broadcaster.notify(OrderObserverMessage.orderPlaced(1), on: .global())
        return [
            Broadcaster::Broadcaster.observe(TitleObserverMessage.self) { print($0) },
            Broadcaster::Broadcaster.observe(OrderObserverMessage.self) { print($0) },
            Broadcaster::Broadcaster.observe(Outer.PageObserverMessage.self) { print($0) },
        ]
    }
#endif
