// swift-tools-version: 6.2

import PackageDescription

// An app before its move. `Apple` has what Linux's Foundation lacks, and `BroadcastMap/Tests/run` compiles it.
let package = Package(
    name: "Notifications",
    platforms: [.macOS(.v26)],  // for `MainActorMessage`
    targets: [
        .target(name: "App"),
        .executableTarget(name: "Tool", dependencies: ["App"]),
    ],
    swiftLanguageModes: [.v5]
)
