import Broadcaster
import Foundation

protocol UpdateTitle {
    func updateWithNewTitle(title: String)
}

/// An observer whose conformance is isolated to the main actor: a dynamic cast to its protocol fails where the runtime
/// does not know that it is on the main actor.
@MainActor
final class Screen {
    private(set) var titles: [String] = []
}

extension Screen: @MainActor UpdateTitle {
    func updateWithNewTitle(title: String) {
        titles.append(title)
    }
}

/// Notifies from a background thread, and prints what a screen, a set and a multicast delegate have heard.
@MainActor
public func runScreen() async {
    let screen = Screen()
    Broadcaster.register(UpdateTitle.self, observer: screen)
    let delegates = MulticastDelegate<any UpdateTitle>([screen])

    await withCheckedContinuation { sent in
        Thread.detachNewThread {
            for number in 1...100 {
                Broadcaster.notify(UpdateTitle.self) { $0.updateWithNewTitle(title: "\(number)") }
            }
            sent.resume()
        }
    }
    await Broadcaster.settled()
    print("broadcast: \(screen.titles == (1...100).map(String.init) ? "heard all in order" : "\(screen.titles)")")

    DispatchQueue.main.async {
        MainActor.assumeIsolated {
            Broadcaster.observers(of: UpdateTitle.self).forEach { $0.updateWithNewTitle(title: "set") }
            for observer in Broadcaster.observers(of: UpdateTitle.self) { observer.updateWithNewTitle(title: "walk") }
            delegates.invoke { $0.updateWithNewTitle(title: "delegate") }
        }
    }
    await Broadcaster.settled()
    print("walks: \(screen.titles.suffix(3).joined(separator: ", "))")
}
