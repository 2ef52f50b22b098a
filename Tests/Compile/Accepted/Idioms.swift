// Ten idioms of NotificationCenter and Combine, as apps write them, and with broadcasts, as the page "Moving from
// NotificationCenter" says to write them. Those of Combine and SwiftUI are compiled on Apple's platforms only.

import Broadcaster
import Foundation

#if canImport(SwiftUI) && canImport(Combine)
    import Combine
    import SwiftUI
#endif

extension Notification.Name {
    nonisolated static let uploadDidFinish = Notification.Name("uploadDidFinish")
    nonisolated static let uploadDidFail = Notification.Name("uploadDidFail")
}

@Messages
protocol UploadObserver {
    func uploadDidFinish(_ name: String)
    func uploadDidFail()
}

// MARK: 1. A token that ends with its object

enum Token {
    @MainActor final class Before {
        private(set) var text = ""
        nonisolated(unsafe) private var token: (any NSObjectProtocol)?

        func start() {
            token = NotificationCenter.default.addObserver(forName: .uploadDidFail, object: nil, queue: .main) {
                [weak self] _ in
                MainActor.assumeIsolated { self?.text = "failed" }
            }
        }

        deinit {
            if let token { NotificationCenter.default.removeObserver(token) }
        }
    }

    @MainActor final class After {
        private(set) var text = ""

        func start() {
            Broadcaster.observe(UploadObserverMessage.self, owner: self) { `self`, message in
                if case .uploadDidFail = message { self.text = "failed" }
            }
        }
    }
}

// MARK: 2. A closure with [weak self], which reads user info

enum WeakSelf {
    @MainActor final class Before {
        private(set) var text = ""
        private var token: (any NSObjectProtocol)?

        func start() {
            token = NotificationCenter.default.addObserver(forName: .uploadDidFinish, object: nil, queue: .main) {
                [weak self] notification in
                guard let name = notification.userInfo?["name"] as? String else { return }
                MainActor.assumeIsolated {
                    guard let self else { return }
                    self.text = name
                }
            }
        }
    }

    @MainActor final class After {
        private(set) var text = ""

        func start() {
            Broadcaster.observe(UploadObserverMessage.self, owner: self) { `self`, message in
                if case .uploadDidFinish(let name) = message { self.text = name }
            }
        }
    }
}

// MARK: 3. A bag of subscriptions

#if canImport(Combine)
    enum Bag {
        @MainActor final class Before {
            private(set) var text = ""
            private var subscriptions: Set<AnyCancellable> = []

            func start() {
                NotificationCenter.default.publisher(for: .uploadDidFinish)
                    .receive(on: DispatchQueue.main)
                    .sink { [weak self] _ in self?.text = "finished" }
                    .store(in: &subscriptions)
                NotificationCenter.default.publisher(for: .uploadDidFail)
                    .receive(on: DispatchQueue.main)
                    .sink { [weak self] _ in self?.text = "failed" }
                    .store(in: &subscriptions)
            }
        }
    }
#endif

enum BagAfter {
    @MainActor final class After {
        private(set) var text = ""

        func start() { Broadcaster.register((any UploadObserver).self, observer: self) }
    }
}

extension BagAfter.After: @MainActor UploadObserver {
    func uploadDidFinish(_ name: String) { text = "finished" }
    func uploadDidFail() { text = "failed" }
}

// MARK: 4. onReceive

#if canImport(SwiftUI) && canImport(Combine)
    enum OnReceive {
        struct Before: View {
            @State private var text = ""

            var body: some View {
                Text(text).onReceive(
                    NotificationCenter.default.publisher(for: .uploadDidFinish).receive(on: DispatchQueue.main)
                ) { notification in
                    if let name = notification.userInfo?["name"] as? String { text = name }
                }
            }
        }

        struct After: View {
            @State private var text = ""

            var body: some View {
                Text(text).onReceive(Broadcaster.publisher(of: UploadObserverMessage.self)) { message in
                    if case .uploadDidFinish(let name) = message { text = name }
                }
            }
        }
    }
#endif

// MARK: 5. merge

#if canImport(Combine)
    enum Merge {
        @MainActor final class Before {
            private(set) var text = ""
            private var subscription: AnyCancellable?

            func start() {
                subscription = NotificationCenter.default.publisher(for: .uploadDidFinish)
                    .merge(with: NotificationCenter.default.publisher(for: .uploadDidFail))
                    .receive(on: DispatchQueue.main)
                    .sink { [weak self] _ in self?.text = "over" }
            }
        }
    }
#endif

enum MergeAfter {
    @MainActor final class After {
        private(set) var text = ""

        func start() {
            Broadcaster.observe(UploadObserverMessage.self, owner: self) { `self`, _ in self.text = "over" }
        }
    }
}

// MARK: 6. debounce

#if canImport(Combine)
    enum Debounce {
        @MainActor final class Before {
            private(set) var text = ""
            private var subscription: AnyCancellable?

            func start() {
                subscription = NotificationCenter.default.publisher(for: .uploadDidFinish)
                    .debounce(for: .seconds(1), scheduler: DispatchQueue.main)
                    .sink { [weak self] _ in self?.text = "over" }
            }
        }

        @MainActor final class After {
            private(set) var text = ""
            private var subscription: AnyCancellable?

            func start() {
                subscription = Broadcaster.publisher(of: UploadObserverMessage.self)
                    .debounce(for: .seconds(1), scheduler: DispatchQueue.main)
                    .sink { [weak self] _ in self?.text = "over" }
            }
        }
    }
#endif

// MARK: 7. A reused cell

enum ReusedCell {
    @MainActor final class Before {
        private(set) var text = ""
        private var token: (any NSObjectProtocol)?

        func show(_ upload: NSObject?) {
            if let token { NotificationCenter.default.removeObserver(token) }
            token = nil
            guard let upload else { return }
            token = NotificationCenter.default.addObserver(forName: .uploadDidFail, object: upload, queue: .main) {
                [weak self] _ in
                MainActor.assumeIsolated { self?.text = "failed" }
            }
        }
    }

    @MainActor final class After {
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
}

// MARK: 8. Once

enum Once {
    @MainActor final class Before {
        private(set) var text = ""
        private var token: (any NSObjectProtocol)?

        func start() {
            token = NotificationCenter.default.addObserver(forName: .uploadDidFail, object: nil, queue: .main) {
                [weak self] _ in
                MainActor.assumeIsolated {
                    guard let self, let token = self.token else { return }
                    NotificationCenter.default.removeObserver(token)
                    self.token = nil
                    self.text = "failed"
                }
            }
        }
    }

    @MainActor final class After {
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
}

// MARK: 9. Start and stop

enum StartStop {
    @MainActor final class Before {
        private(set) var text = ""
        private var token: (any NSObjectProtocol)?

        func start() {
            guard token == nil else { return }
            token = NotificationCenter.default.addObserver(forName: .uploadDidFail, object: nil, queue: .main) {
                [weak self] _ in
                MainActor.assumeIsolated { self?.text = "failed" }
            }
        }

        func stop() {
            if let token { NotificationCenter.default.removeObserver(token) }
            token = nil
        }
    }

    @MainActor final class After {
        private(set) var text = ""
        private var observation: Broadcaster.Observation?

        func start() {
            observation = Broadcaster.observe(UploadObserverMessage.self) { [weak self] message in
                if case .uploadDidFail = message { self?.text = "failed" }
            }
        }

        func stop() { observation = nil }
    }
}

// MARK: 10. Several names

enum SeveralNames {
    @MainActor final class Before {
        private(set) var text = ""
        private var tokens: [any NSObjectProtocol] = []

        func start() {
            tokens = [Notification.Name.uploadDidFinish, .uploadDidFail].map { name in
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { [weak self] _ in
                    MainActor.assumeIsolated { self?.text = "over" }
                }
            }
        }

        func stop() {
            for token in tokens { NotificationCenter.default.removeObserver(token) }
        }
    }

    @MainActor final class After {
        private(set) var text = ""

        func start() {
            Broadcaster.observe(UploadObserverMessage.self, owner: self) { `self`, _ in self.text = "over" }
        }
    }
}
