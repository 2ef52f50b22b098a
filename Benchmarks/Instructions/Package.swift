// swift-tools-version: 6.1

import PackageDescription

// A package of its own, so that it builds beside any revision of the library, and fetches nothing.
let package = Package(
    name: "Instructions",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "Broadcaster", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "Instructions",
            dependencies: ["Counting", .product(name: "Broadcaster", package: "Broadcaster")]
        ),
        .target(name: "Counting"),
    ],
    swiftLanguageModes: [.v6]
)
