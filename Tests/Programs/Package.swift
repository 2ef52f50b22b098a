// swift-tools-version: 6.2

import PackageDescription

let broadcaster: Target.Dependency = .product(name: "Broadcaster", package: "Broadcaster")

// Programs that need their own main thread, so the tests can't play their part. Each stops with a message if it
// finds something wrong.
let package = Package(
    name: "Programs",
    platforms: [.macOS(.v10_15)],
    products: [
        .library(name: "HostedTests", type: .dynamic, targets: ["HostedTests"]),
        .library(name: "Plugin", type: .dynamic, targets: ["Plugin"]),
    ],
    dependencies: [.package(name: "Broadcaster", path: "../..")],
    targets: [
        .target(name: "IsolatedScreen", dependencies: [broadcaster]),
        .target(name: "DynamicLibrary"),
        .target(name: "StandardError"),
        .executableTarget(name: "AsyncMain", dependencies: ["IsolatedScreen"]),
        .executableTarget(name: "BlockedMain", dependencies: ["StandardError", broadcaster]),
        .executableTarget(name: "DispatchMain", dependencies: ["IsolatedScreen"]),
        .target(
            name: "HostedTests", dependencies: [.product(name: "BroadcasterTesting", package: "Broadcaster")]),
        .executableTarget(name: "TestHost", dependencies: ["DynamicLibrary", "StandardError", broadcaster]),
        .target(name: "Plugin", dependencies: [broadcaster]),
        .executableTarget(name: "PluginHost", dependencies: ["DynamicLibrary", "StandardError", broadcaster]),
        .executableTarget(name: "NestedRunLoop", dependencies: ["IsolatedScreen", broadcaster]),
        .executableTarget(name: "OwnLoop", dependencies: ["IsolatedScreen", broadcaster]),
        .executableTarget(
            name: "Swift5Client", dependencies: [broadcaster], swiftSettings: [.swiftLanguageMode(.v5)]),
    ],
    swiftLanguageModes: [.v6]
)
