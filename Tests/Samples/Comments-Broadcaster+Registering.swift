// What the samples in Broadcaster+Registering.swift use and don't declare.
protocol UpdateTitle {
    func updateWithNewTitle(title: String)
}

final class Title: UpdateTitle {
    private(set) var text = "Inbox"
    func updateWithNewTitle(title: String) { text = title }
}

// The samples are read as part of an observer's method.
let `self` = Title()
