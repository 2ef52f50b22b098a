import Broadcaster
import Channels

@resultBuilder
package enum Steps {
    package static func buildBlock(_ steps: Void...) -> [Void] { steps }
}

package struct Sequence {
    @Steps package var steps: [Void] {
        //: notify Channels.Theme: Sequence.steps; calls themeDidChange()
        Broadcaster.notify(Theme.self) { $0.themeDidChange() }
        //: notify Channels.TitleObserver: Sequence.steps; calls titleDidChange(to:)
        Broadcaster.notify(Title.self) { $0.titleDidChange(to: "built") }
    }
}

/// None of these uses is a broadcast.
package final class Lookalike {
    package func notify<T>(_ type: T.Type, block: (T) -> Void) {}
    package func register<T>(_ type: T.Type, observer: T) {}

    package func use() {
        let Broadcaster = self  // swift-format-ignore
        Broadcaster.notify(Life.self) { $0.began() }
        notify(Title.self) { $0.titleDidChange(to: "") }
    }
}
