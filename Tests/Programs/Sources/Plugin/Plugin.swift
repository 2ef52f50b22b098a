// A library with a copy of Broadcaster of its own, as a plug-in has that links it statically.

import Broadcaster

protocol PluginObserver {}

/// Sends a broadcast, which is the first use of this copy.
@_cdecl("notifyFromPlugin")
public func notifyFromPlugin() { Broadcaster.notify(PluginObserver.self) { _ in } }
