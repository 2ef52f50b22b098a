import TestSupport
import Testing

@testable import Broadcaster

/// What each form of observing has in common; other suites have what only one of them does.
@Suite("Every form of observing", .timeLimit(.minutes(60)), .watched)
@MainActor
struct ObservingFormTests {
    let broadcaster = Broadcaster()
    let log = Log<Int>()

    @Test(
        "each form of observing receives what is sent after it was registered, in the order sent, and nothing else",
        arguments: ObservingForm.allCases)
    func received(form: ObservingForm) async {
        let earlier = form.observe(with: broadcaster)
        form.send(1, with: broadcaster, for: form.key)
        let registered = form.observe(with: broadcaster) { [log] in log.write($0) }
        for number in 2...4 { form.send(number, with: broadcaster, for: form.key) }
        await registered.settle()
        #expect(log.entries == [2, 3, 4])
        withExtendedLifetime((earlier, registered)) {}
    }

    @Test(
        "each form with a key receives what is sent for that key only, and each one without what is sent for any key",
        arguments: ObservingForm.allCases)
    func keys(form: ObservingForm) async {
        let registered = form.observe(with: broadcaster) { [log] in log.write($0) }
        form.send(1, with: broadcaster, for: "lobby")
        form.send(2, with: broadcaster, for: "hall")
        form.send(3, with: broadcaster, for: Broadcaster.NoKey())
        await registered.settle()
        #expect(log.entries == (form.hasKey ? [1] : [1, 2, 3]))
        withExtendedLifetime(registered) {}
    }

    @Test(
        "observers and closures are called in the order of their registrations, by broadcasts and by iterations",
        arguments: ObservingForm.inDelivery)
    func turns(form: ObservingForm) async {
        let registered = (0..<3).map { index in
            form.observe(with: broadcaster) { [log] in log.write(10 * $0 + index) }
        }
        form.send(1, with: broadcaster, for: form.key)
        await broadcaster.settled()
        #expect(log.entries == [10, 11, 12])
        if form.isolation == .plain {
            broadcaster.observers(of: UploadObserver.self, for: form.key).forEach { $0.uploadDidFinish("", bytes: 2) }
        } else {
            broadcaster.observers(of: OrderObserver.self, for: form.key).forEach { $0.orderPlaced(2) }
        }
        #expect(log.entries == [10, 11, 12, 20, 21, 22])
        withExtendedLifetime(registered) {}
    }

    @Test(
        "once a registration has ended, in any way, it receives nothing, pending broadcasts included, and isn't listed",
        arguments: ObservingForm.ends)
    func ended(form: ObservingForm, end: ObservingForm.End) async {
        let registered = form.observe(with: broadcaster) { [log] in log.write($0) }
        form.send(1, with: broadcaster, for: form.key)
        registered.end(by: end)
        #expect(broadcaster.channels.isEmpty)
        form.send(2, with: broadcaster, for: form.key)
        await registered.settle()
        #expect(log.entries.isEmpty)
        // The keys of deallocated objects are purged later.
        if end != .released {
            #expect(broadcaster.keyCount(of: UploadObserver.self) == 0)
            #expect(broadcaster.keyCount(of: OrderObserver.self) == 0)
        }
        #expect(end != .released || registered.isDeallocated)
        withExtendedLifetime(registered) {}
    }

    @Test(
        "a registration that is canceled or released leaves the others of its channel, and those of other keys, alone",
        arguments: ObservingForm.ends.filter { $1 == .canceled || $1 == .released || $1 == .observerUnregistered })
    func endsAlone(form: ObservingForm, end: ObservingForm.End) async {
        let registered = form.observe(with: broadcaster)
        let other = form.observe(with: broadcaster) { [log] in log.write($0) }
        let others = ObservingForm.allCases.filter { $0.hasKey != form.hasKey }.map { $0.observe(with: broadcaster) }
        registered.end(by: end)
        #expect(broadcaster.channels.map(\.observers.count).reduce(0, +) == 1 + others.count)
        form.send(1, with: broadcaster, for: form.key)
        await other.settle()
        #expect(log.entries == [1])
        withExtendedLifetime((registered, other, others)) {}
    }

    @Test(
        "what a closure captures is released once its registration has ended, in any way, and its token is released",
        arguments: ObservingForm.ends.filter { form, _ in form.kind != .object && form.kind != .sequence })
    func captures(form: ObservingForm, end: ObservingForm.End) async {
        let released = Counter()
        let registered: RegisteredForm
        do {
            let captured = Canary { released.increment() }
            registered = form.observe(with: broadcaster) { _ in withExtendedLifetime(captured) {} }
        }
        form.send(1, with: broadcaster, for: form.key)
        await broadcaster.settled()
        #expect(released.value == 0)
        registered.end(by: end)
        // Only canceling a token releases the closure at once.
        if form.hasToken && end != .canceled { registered.release() }
        // A broadcast has to find an owner deallocated, and another one releases what its closure captures.
        for number in 0..<3 where end == .released {
            form.send(number, with: broadcaster, for: form.key)
            await broadcaster.settled()
        }
        await eventually { released.value == 1 }
        withExtendedLifetime(registered) {}
    }

    @Test(
        "the current broadcaster of an observer and of a closure is the one that it was registered with",
        arguments: ObservingForm.allCases.filter { $0.kind != .sequence })
    func current(form: ObservingForm) async {
        let own = ObjectIdentifier(broadcaster)
        let registered = form.observe(with: broadcaster) { [log] number in
            log.write(ObjectIdentifier(Broadcaster.current) == own ? number : 0)
        }
        form.send(1, with: broadcaster, for: form.key)
        await broadcaster.settled()
        #expect(log.entries == [1])
        withExtendedLifetime(registered) {}
    }
}
