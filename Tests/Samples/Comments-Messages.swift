// What the samples in Messages.swift use and don't declare.
@MainActor
final class StatusLine {
    func show(_ name: String) {}
}

let kitchenQueue = DispatchQueue(label: "kitchen")
var observation: Broadcaster.Observation?
// The samples are read as part of a method.
let `self` = StatusLine()
