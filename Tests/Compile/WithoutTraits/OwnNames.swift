// A program whose own types have the names of the macros.

import Broadcaster

nonisolated enum Messages {
    static let count = 1
}

nonisolated protocol Multicast: AnyObject {}

nonisolated func count(_ multicast: any Multicast) -> Int { Messages.count }
