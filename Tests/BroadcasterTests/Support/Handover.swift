/// Passes a value that isn't `Sendable` to another thread, in a test that orders the uses itself.
struct Handover<Value>: @unchecked Sendable {
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}
