// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "ParallelTests",
    platforms: [.iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1)],
    dependencies: [
        .package(name: "Broadcaster", path: "../..")
    ],
    targets: [
        .target(name: "Mail", dependencies: ["Broadcaster"]),
        .testTarget(
            name: "MailTests",
            dependencies: ["Mail", "Broadcaster", .product(name: "BroadcasterTesting", package: "Broadcaster")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
