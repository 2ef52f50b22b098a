// What the samples in BroadcastTrace.swift use and don't declare.
final class Archive {
    func save() {}
}

let archive = Archive()
