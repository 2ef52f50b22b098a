// swift-tools-version: 6.1

import PackageDescription

// The library's own sources, compiled against atomic operations, a lock and queues that ask a scheduler who goes on.
let package = Package(
    name: "Exploration",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "Broadcaster", dependencies: ["BroadcasterAtomics"], exclude: ["Library/Broadcaster.docc"]),
        .target(name: "BroadcasterAtomics"),
        .executableTarget(
            name: "explore", dependencies: ["Broadcaster", "BroadcasterAtomics"], path: "Sources/Explore"),
    ],
    swiftLanguageModes: [.v6]
)
