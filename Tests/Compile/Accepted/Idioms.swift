// The idioms of NotificationCenter and Combine, with broadcasts, as the page "Moving from NotificationCenter" says to write
// them. Those of Combine and SwiftUI are compiled on Apple's platforms only.

import Broadcaster
import Foundation

#if canImport(SwiftUI) && canImport(Combine)
    import Combine
    import SwiftUI
#endif

@Messages
protocol UploadObserver {
    func uploadDidFinish(_ name: String)
    func uploadDidFail()
}

// A token that ends with its object, or a closure with [weak self], which reads user info.
@MainActor final class Owner {
    private(set) var text = ""

    func start() {
        Broadcaster.observe(UploadObserverMessage.self, owner: self) { `self`, message in
            switch message {
            case .uploadDidFinish(let name): self.text = name
            case .uploadDidFail: self.text = "failed"
            }
        }
    }
}

// A bag of subscriptions.
@MainActor final class Bag {
    private(set) var text = ""

    func start() { Broadcaster.register((any UploadObserver).self, observer: self) }
}

extension Bag: @MainActor UploadObserver {
    func uploadDidFinish(_ name: String) { text = "finished" }
    func uploadDidFail() { text = "failed" }
}

#if canImport(SwiftUI) && canImport(Combine)
    struct OnReceive: View {
        @State private var text = ""

        var body: some View {
            Text(text).onReceive(Broadcaster.publisher(of: UploadObserverMessage.self)) { message in
                if case .uploadDidFinish(let name) = message { text = name }
            }
        }
    }

    @MainActor final class Debounce {
        private(set) var text = ""
        private var subscription: AnyCancellable?

        func start() {
            subscription = Broadcaster.publisher(of: UploadObserverMessage.self)
                .debounce(for: .seconds(1), scheduler: DispatchQueue.main)
                .sink { [weak self] _ in self?.text = "over" }
        }
    }
#endif

// Several names, or the operator merge.
@MainActor final class Merge {
    private(set) var text = ""

    func start() {
        Broadcaster.observe(UploadObserverMessage.self, owner: self) { `self`, _ in self.text = "over" }
    }
}

@MainActor final class ReusedCell {
    private(set) var text = ""
    private var observation: Broadcaster.Observation?

    func show(_ id: UUID?) {
        observation = id.map {
            Broadcaster.observe(UploadObserverMessage.self, for: $0) { [weak self] message in
                if case .uploadDidFail = message { self?.text = "failed" }
            }
        }
    }
}

@MainActor final class Once {
    private(set) var text = ""
    private var observation: Broadcaster.Observation?

    func start() {
        observation = Broadcaster.observe(UploadObserverMessage.self) { [weak self] message in
            guard case .uploadDidFail = message else { return }
            self?.observation = nil
            self?.text = "failed"
        }
    }
}

@MainActor final class StartStop {
    private(set) var text = ""
    private var observation: Broadcaster.Observation?

    func start() {
        observation = Broadcaster.observe(UploadObserverMessage.self) { [weak self] message in
            if case .uploadDidFail = message { self?.text = "failed" }
        }
    }

    func stop() { observation = nil }
}
