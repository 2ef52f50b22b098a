import Broadcaster
import MailChannel
import MailSync

let badge = Badge()
Broadcaster.notify(MailObserver.self) { $0.mailArrived("Lunch?") }
print("sent")
await Broadcaster.settled()

let sync = MailSync()
await sync.run(account: "work")
await Broadcaster.settled()

let row = AccountRow(account: "work")
await sync.run(account: "work")
await sync.run(account: "home")
await Broadcaster.settled()

let status = StatusLine()
sync.fail(account: "home")
await Broadcaster.settled()
print("status: \(status.text)")

let archive = Archive()
await archive.start()
await sync.run(account: "home")
await Broadcaster.settled()
print("archive: \(await archive.subjects)")

let messages = Broadcaster.messages(of: MailObserverMessage.self)
let firstFailure = Task {
    for await case .syncDidFail in messages { return }
}
sync.fail(account: "work")
await firstFailure.value
print("loop: a sync failed")
