import Observation

@MainActor
class UIViewController {
    var title: String?

    init() {}

    func viewDidLoad() {}
}

@MainActor
protocol View {
    associatedtype Body: View

    var body: Body { get }
}

extension Never: View {
    var body: Never { fatalError() }
}

struct Text: View {
    nonisolated init(_ content: String) {}

    var body: Never { fatalError() }
}

@propertyWrapper
struct State<Value> {
    var wrappedValue: Value
}
