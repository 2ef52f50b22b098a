// swift-tools-version: 6.2

import PackageDescription

let broadcaster: Target.Dependency = .product(name: "Broadcaster", package: "Broadcaster")

// As in a new project of Xcode: default isolation to the main actor, and approachable concurrency.
let settings: [SwiftSetting] = [
    .defaultIsolation(MainActor.self),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Modules",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [
        .library(name: "Modules", targets: ["InboxChannels", "MailboxList", "MailSync", "MessageScreen"])
    ],
    dependencies: [
        .package(name: "Broadcaster", path: "../../..")
    ],
    targets: [
        // None of the three imports another. They share the channels.
        .target(name: "InboxChannels", dependencies: [broadcaster], swiftSettings: settings),
        .target(name: "MailboxList", dependencies: ["InboxChannels", broadcaster], swiftSettings: settings),
        .target(name: "MailSync", dependencies: ["InboxChannels", broadcaster], swiftSettings: settings),
        .target(name: "MessageScreen", dependencies: ["InboxChannels", broadcaster], swiftSettings: settings),

        .testTarget(
            name: "InboxTests",
            dependencies: [
                "InboxChannels", "MailboxList", "MailSync", "MessageScreen", broadcaster,
                .product(name: "BroadcasterTesting", package: "Broadcaster"),
            ],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
