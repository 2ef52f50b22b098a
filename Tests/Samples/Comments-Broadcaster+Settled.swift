// What the samples in Broadcaster+Settled.swift use and don't declare.
protocol UpdateTitle {
    func updateWithNewTitle(title: String)
}

final class Title: UpdateTitle {
    private(set) var text = "Inbox"
    func updateWithNewTitle(title: String) { text = title }
}

struct Inbox {
    func receive(_ message: String) {
        Broadcaster.notify(UpdateTitle.self) { $0.updateWithNewTitle(title: "Inbox (1)") }
    }
}

let title = Title()
let inbox = Inbox()
