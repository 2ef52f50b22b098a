// A struct, such as a view of SwiftUI, can't own a closure.

import Broadcaster

protocol TitleObserver { func titleDidChange(_ title: String) }

nonisolated enum TitleMessage: Broadcaster.Message {
    case titleDidChange(String)

    @MainActor
    func send(to observer: any TitleObserver) {}

    @MainActor
    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any TitleObserver { fatalError() }
}

@MainActor
final class TitleModel { var title = "" }

@MainActor
struct TitleView {
    let model = TitleModel()

    func appear() {
        Broadcaster.observe(TitleMessage.self, owner: self) { view, message in }
        // expected-error@-1 {{static method 'observe(_:for:owner:block:)' requires that 'TitleView' be a class type}}
        Broadcaster.observe(TitleMessage.self, owner: self) { view, message async in }
        // expected-error@-1 {{static method 'observe(_:for:owner:bufferingPolicy:block:)' requires that 'TitleView' be a class type}}
        Broadcaster.observe(TitleMessage.self, owner: model) { model, _ in model.title = "" }
    }
}
