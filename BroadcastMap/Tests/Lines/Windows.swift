import Broadcaster

protocol Update {
    func updated()
}

/// Each line ends with a carriage return and a line feed.
func send() {
    let text = """
        first
        second
        """
    Broadcaster.notify(
        Update.self,
        for: text  // a comment
    ) { $0.updated() }
    Broadcaster.notify(
        Update.self,
        for: """
            third
            fourth
            """
    ) { $0.updated() }
}
