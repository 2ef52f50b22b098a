// What the sample in Cause.swift uses and doesn't declare.
var broadcast: Broadcaster.Broadcast { fatalError("a monitor receives it") }
