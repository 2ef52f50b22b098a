// A library with its own copy of Broadcaster, like a plug-in that links it statically.

import Broadcaster

protocol PluginObserver {}

/// Sends a broadcast, which is the first use of this copy.
@_cdecl("notifyFromPlugin")
public func notifyFromPlugin() { Broadcaster.notify(PluginObserver.self) { _ in } }
