// swift-tools-version: 6.1

import PackageDescription

let package = Package(
    name: "Broadcaster",
    platforms: [.iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1)],
    products: [
        .library(name: "Broadcaster", targets: ["Broadcaster"])
    ],
    targets: [
        .target(name: "Broadcaster", dependencies: ["BroadcasterAtomics"]),
        .target(name: "BroadcasterAtomics"),
        .testTarget(
            name: "BroadcasterTests",
            dependencies: [
                "Broadcaster", "FirstModule", "SecondModule", "IsolatedScreen", "AsyncMain", "DispatchMain",
                "Swift5Client",
            ],
            exclude: ["Comparison.md"]
        ),

        // Two modules that each have a protocol of the same name.
        .target(name: "FirstModule", path: "Tests/Support/FirstModule"),
        .target(name: "SecondModule", path: "Tests/Support/SecondModule"),

        // Programs that the tests run.
        .target(name: "IsolatedScreen", dependencies: ["Broadcaster"], path: "Tests/Support/IsolatedScreen"),
        .executableTarget(name: "AsyncMain", dependencies: ["IsolatedScreen"], path: "Tests/Support/AsyncMain"),
        .executableTarget(name: "DispatchMain", dependencies: ["IsolatedScreen"], path: "Tests/Support/DispatchMain"),
        .executableTarget(
            name: "Swift5Client",
            dependencies: ["Broadcaster"],
            path: "Tests/Support/Swift5Client",
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
    ],
    swiftLanguageModes: [.v6]
)
