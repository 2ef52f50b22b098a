@MainActor
class UIViewController {
    var title: String?

    init() {}

    func viewDidLoad() {}
}
