/// Has the name of a protocol in `Feature`.
package protocol Update {
    func updated()
    func updated(count: Int)
}

package protocol TitleObserver {
    func titleDidChange(to title: String)
}

package typealias Title = TitleObserver
package typealias TitleAlias =
    // The name that counts is behind this comment.
    Title

package enum Inbox {
    /// Has the name of a protocol in `Outbox`.
    package protocol Observer {
        func inboxDidChange()
    }
}

package enum Outbox {
    package protocol Observer {
        func outboxDidChange()
    }
}

package protocol Store<Element> {
    associatedtype Element
    func stored(_ element: Element)
}

package typealias Storing<Value> = any Store<Value>

package protocol Named {
    var name: String { get }
}

/// Its requirements are those of two protocols.
package protocol Attendee: Named, AnyObject, Sendable {
    func left()
}

package typealias NamedUpdate = Update & Named

/// A class from another module gets its methods in an extension.
package protocol Theme: AnyObject, Sendable {
    func themeDidChange()
}

package protocol Life {
    func began()
    func ended()
}
