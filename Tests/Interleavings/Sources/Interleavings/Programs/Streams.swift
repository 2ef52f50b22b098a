import Broadcaster
import Explorer

/// Loops over messages.
let streamPrograms = [
    Program("a loop that ends while messages arrive takes one, and leaves no registration") { run, broadcaster in
        let messages = Shared<AsyncStream<ListenerMessage>?>(broadcaster.messages(of: ListenerMessage.self))
        run.task("loop") {
            await messages.value?.take { message in
                run.note("\(message.number)")
                return false
            }
            messages.clear()
            run.note("end")
        }
        run.thread("send") { for number in 1...2 { broadcaster.send(number, on: run.queue) } }
        run.afterwards {
            run.expect(run.noted == ["1", "end"], "order")
            run.expect(broadcaster.observers(of: (any Listener).self).isEmpty, "still registered")
        }
    },
    Program("a loop that is canceled while messages arrive ends, and leaves no registration") { run, broadcaster in
        let messages = broadcaster.messages(of: ListenerMessage.self, bufferingPolicy: .bufferingNewest(1))
        let loop = run.task("loop") {
            await messages.take { message in
                run.note("\(message.number)")
                return true
            }
        }
        run.thread("send") { for number in 1...2 { broadcaster.send(number, on: run.queue) } }
        run.thread("cancel") { loop.cancel() }
        run.afterwards {
            run.expect(run.noted == run.noted.sorted(), "order")
            run.expect(broadcaster.observers(of: (any Listener).self).isEmpty, "still registered")
        }
    },
    Program("a loop that takes while two threads send receives each message once") { run, broadcaster in
        let messages = broadcaster.messages(of: ListenerMessage.self)
        run.task("loop") {
            var count = 0
            await messages.take { message in
                run.note("\(message.number)")
                count += 1
                return count < 2
            }
        }
        for number in 1...2 { run.thread("call \(number)") { broadcaster.call(number) } }
        run.afterwards { run.expect(run.noted.sorted() == ["1", "2"], "lost or twice") }
    },
    Program("a loop whose registration ends beside a message handles what is buffered, and then ends") {
        run, broadcaster in
        let messages = broadcaster.messages(of: ListenerMessage.self)
        run.task("loop") {
            await messages.take { message in
                run.note("\(message.number)")
                return true
            }
            run.note("end")
        }
        run.thread("call") { for number in 1...2 { broadcaster.call(number) } }
        run.thread("unregister all") { broadcaster.unregister((any Listener).self) }
        run.afterwards {
            run.expect([["end"], ["1", "end"], ["1", "2", "end"]].contains(run.noted), "lost, or in another order")
            run.expect(broadcaster.observers(of: (any Listener).self).isEmpty, "still registered")
        }
    },
    Program("a loop ends when its broadcaster goes away, after what is buffered") { run in
        let broadcaster = Shared<Broadcaster?>(Broadcaster())
        let messages = broadcaster.value!.messages(of: ListenerMessage.self)
        run.task("loop") {
            await messages.take { message in
                run.note("\(message.number)")
                return true
            }
            run.note("end")
        }
        run.thread("call and release") {
            broadcaster.value?.call(1)
            broadcaster.clear()
        }
        run.afterwards { run.expect(run.noted == ["1", "end"], "lost, or not ended") }
    },
    Program("a loop that ends leaves the registration of a new observer at the address of its own") { run in
        ExplorerReusesAddresses()
        let broadcaster = Broadcaster()
        let messages = broadcaster.messages(of: ListenerMessage.self)
        let address = broadcaster.observers(of: (any Listener).self).map { ObjectIdentifier($0) }[0]
        let observer = Shared<(any Listener)?>(nil)
        run.thread("unregister all") { broadcaster.unregister((any Listener).self) }
        run.thread("register at its address") {
            if !broadcaster.observers(of: (any Listener).self).isEmpty { return }
            var others: [any Listener] = []
            for _ in 0..<40 {
                let new = ListenerMessage.makeObserver { _ in }
                if ObjectIdentifier(new) == address {
                    broadcaster.register((any Listener).self, observer: new)
                    observer.value = new
                    break
                }
                others.append(new)
            }
            withExtendedLifetime(others) {}
        }
        run.afterwards {
            let count = broadcaster.observers(of: (any Listener).self).count
            run.expect(count == (observer.value == nil ? 0 : 1), "\(count) left")
            withExtendedLifetime((messages, observer)) {}
        }
    },
]
