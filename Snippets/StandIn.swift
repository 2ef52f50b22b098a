// A scroll view has one delegate, but three objects need its messages, so a stand-in forwards them to all three.
//
//     swift run StandIn
//     swift run --traits Macros StandIn    the same stand-in, written by the macro

import Broadcaster

#if Macros

    @Multicast
    protocol ScrollDelegate: AnyObject {
        func scrollViewDidScroll(_ view: ScrollView)
        func scrollView(_ view: ScrollView, willEndDraggingAt offset: Int) async throws
        func shouldScrollToTop(_ view: ScrollView) -> Bool
    }

    final class ScrollDelegates: MulticastDelegate<any ScrollDelegate>, ScrollDelegate {
        nonisolated override init() { super.init() }  // Needed where the main actor is the default.

        func shouldScrollToTop(_ view: ScrollView) -> Bool { allSatisfy { $0.shouldScrollToTop(view) } }
    }

#else

    protocol ScrollDelegate: AnyObject {
        func scrollViewDidScroll(_ view: ScrollView)
        func scrollView(_ view: ScrollView, willEndDraggingAt offset: Int) async throws
        func shouldScrollToTop(_ view: ScrollView) -> Bool
    }

    final class ScrollDelegates: MulticastDelegate<any ScrollDelegate>, ScrollDelegate {
        nonisolated override init() { super.init() }  // Needed where the main actor is the default.

        func scrollViewDidScroll(_ view: ScrollView) {
            invoke { $0.scrollViewDidScroll(view) }
        }
        func scrollView(_ view: ScrollView, willEndDraggingAt offset: Int) async throws {
            for delegate in self { try await delegate.scrollView(view, willEndDraggingAt: offset) }
        }
        func shouldScrollToTop(_ view: ScrollView) -> Bool { allSatisfy { $0.shouldScrollToTop(view) } }
    }

#endif

// The defaults of a delegate that implements only some of the methods.
extension ScrollDelegate {
    func scrollViewDidScroll(_ view: ScrollView) {}
    func scrollView(_ view: ScrollView, willEndDraggingAt offset: Int) async throws {}
    func shouldScrollToTop(_ view: ScrollView) -> Bool { true }
}

final class ScrollView {
    weak var delegate: (any ScrollDelegate)?
    private(set) var offset = 0

    func scroll(to offset: Int) {
        print("scrolls to \(offset)")
        self.offset = offset
        delegate?.scrollViewDidScroll(self)
    }

    func endDragging(at offset: Int) async {
        print("is dragged to \(offset)")
        do {
            try await delegate?.scrollView(self, willEndDraggingAt: offset)
            scroll(to: offset)
        } catch {
            print("stays at \(self.offset): \(error)")
        }
    }

    func tapStatusBar() {
        print("is asked to scroll to the top")
        if delegate?.shouldScrollToTop(self) ?? true { scroll(to: 0) } else { print("stays at \(offset)") }
    }
}

final class Header: ScrollDelegate {
    func scrollViewDidScroll(_ view: ScrollView) {
        print("    header     is \(max(44, 96 - view.offset)) high")
    }
}

final class Analytics: ScrollDelegate {
    private var farthest = 0

    func scrollViewDidScroll(_ view: ScrollView) {
        farthest = max(farthest, view.offset)
        print("    analytics  \(farthest) read")
    }
}

struct NoConnection: Error, CustomStringConvertible {
    let description = "no connection"
}

final class Reader: ScrollDelegate {
    let scrollView = ScrollView()
    private let header = Header()
    private let analytics = Analytics()
    private var delegates: ScrollDelegates?

    private var isWriting = false
    private var isOnline = true

    func open() {
        delegates = ScrollDelegates([header, analytics, self])  // owned here
        scrollView.delegate = delegates  // one slot, three delegates
    }

    func scrollViewDidScroll(_ view: ScrollView) {
        print("    reader     shows page \(view.offset / 400 + 1)")
    }

    func scrollView(_ view: ScrollView, willEndDraggingAt offset: Int) async throws {
        guard isOnline else { throw NoConnection() }
        await Task.yield()
        print("    reader     has loaded page \(offset / 400 + 1)")
    }

    func shouldScrollToTop(_ view: ScrollView) -> Bool {
        if isWriting { print("    reader     is writing a comment") }
        return !isWriting
    }
}

extension Reader {
    func read() async {
        open()
        scrollView.scroll(to: 30)
        await scrollView.endDragging(at: 480)
        isOnline = false
        await scrollView.endDragging(at: 900)
        isWriting = true
        scrollView.tapStatusBar()
        isWriting = false
        scrollView.tapStatusBar()
    }
}

await Reader().read()
