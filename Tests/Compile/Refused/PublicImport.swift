// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A public stand-in, with an import that is internal.

import Broadcaster
// expected-upcoming-note@-1 {{generic class 'MulticastDelegate' imported as 'internal' from 'Broadcaster' here}}

public protocol PlayerDelegate: AnyObject { func playerDidStart() }

public nonisolated final class PlayerDelegates: MulticastDelegate<any PlayerDelegate> {}
// expected-upcoming-error@-1 {{class cannot be declared public because its superclass is internal}}
// expected-upcoming-note@-2 {{generic class 'MulticastDelegate' is imported by this file as 'internal' from}}
