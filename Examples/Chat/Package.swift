// swift-tools-version: 6.1

import PackageDescription

// The modules of the application. Each knows the channels and what it needs from outside, and no other module.
let channels: Target.Dependency = "ChatChannels"
let broadcaster: Target.Dependency = .product(name: "Broadcaster", package: "Broadcaster")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let lifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let nio: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let locks: Target.Dependency = .product(name: "NIOConcurrencyHelpers", package: "swift-nio")

let package = Package(
    name: "Chat",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Broadcaster", path: "../.."),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    ],
    targets: [
        .target(name: "ChatChannels"),
        .target(name: "Rooms", dependencies: [channels, broadcaster]),
        .target(
            name: "History",
            dependencies: [
                channels, broadcaster, logging, lifecycle, "PostgreSQL", .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .target(
            name: "Live",
            dependencies: [
                channels, broadcaster, lifecycle, nio, locks,
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
            ]
        ),
        .target(name: "Presence", dependencies: [channels, broadcaster, lifecycle, locks]),
        .target(name: "Moderation", dependencies: [channels, broadcaster]),
        .target(name: "Cluster", dependencies: [channels, broadcaster, logging, lifecycle, locks, "PostgreSQL"]),
        .executableTarget(
            name: "Chat",
            dependencies: [
                channels, "Rooms", "History", "Live", "Presence", "Moderation", "Cluster",
                broadcaster, logging, lifecycle, nio, locks,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            resources: [.embedInCode("Page")]
        ),

        // Many streams and many messages on one server.
        .executableTarget(
            name: "LoadTest",
            dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")]
        ),

        // A client of PostgreSQL over its own C library. It knows nothing of the chat.
        .target(name: "PostgreSQL", dependencies: ["CPostgreSQL"]),
        .systemLibrary(
            name: "CPostgreSQL",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
        ),

        .testTarget(
            name: "ChatTests",
            dependencies: [
                "Chat", "LoadTest", channels, "Live", "PostgreSQL", broadcaster, logging, lifecycle, nio, locks,
                "Rooms", "History",
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            exclude: ["browser.py"]
        ),
    ],
    swiftLanguageModes: [.v6]
)
