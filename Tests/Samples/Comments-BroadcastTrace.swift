// What the samples in BroadcastTrace.swift use and don't declare.
final class Archive {
    func save() {}
}

let archive = Archive()

@Messages
protocol MailObserver {
    func arrived(_ text: String)
}

@Messages
protocol SyncObserver {
    func synced()
}
