//: channel Channels.Update: updated(), updated(count:)
/// Has the name of a protocol in `Feature`.
package protocol Update {
    func updated()
    func updated(count: Int)
}

//: channel Channels.TitleObserver: titleDidChange(to:)
package protocol TitleObserver {
    /// The title is another one now.
    func titleDidChange(to title: String)
}

package typealias Title = TitleObserver
package typealias TitleAlias =
    // The name that counts is behind this comment.
    Title

package enum Inbox {
    //: channel Channels.Inbox.Observer: inboxDidChange()
    /// Has the name of a protocol in `Outbox`.
    package protocol Observer {
        func inboxDidChange()
    }
}

package enum Outbox {
    //: channel Channels.Outbox.Observer: outboxDidChange()
    package protocol Observer {
        func outboxDidChange()
    }
}

//: channel Channels.Store: stored(_:)
package protocol Store<Element> {
    associatedtype Element
    func stored(_ element: Element)
}

package typealias Storing<Value> = any Store<Value>

package protocol Named {
    var name: String { get }
}

//: channel Channels.Attendee: left(), name (property)
/// Its requirements are those of two protocols.
package protocol Attendee: Named, AnyObject, Sendable {
    func left()
}

package typealias NamedUpdate = Update & Named

//: channel Channels.Theme: themeDidChange()
/// A class from another module gets its methods in an extension.
package protocol Theme: AnyObject, Sendable {
    func themeDidChange()
}

//: channel Channels.Life: began(), ended()
package protocol Life {
    func began()
    func ended()
}
