// swift-tools-version: 6.2

import PackageDescription

let broadcaster: Target.Dependency = .product(name: "Broadcaster", package: "Broadcaster")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let lifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let nio: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let locks: Target.Dependency = .product(name: "NIOConcurrencyHelpers", package: "swift-nio")
let sqlite: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")

let package = Package(
    name: "Chat",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Broadcaster", path: "../.."),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        // The modules. Each knows the channels and what it needs from outside, and no other module of the chat.
        .target(name: "ChatChannels"),
        .target(name: "Rooms", dependencies: ["ChatChannels", broadcaster]),
        .target(name: "Moderation", dependencies: ["ChatChannels", broadcaster]),
        .target(
            name: "History", dependencies: ["ChatChannels", "PostgreSQL", broadcaster, logging, lifecycle, sqlite]),
        .target(name: "Live", dependencies: ["ChatChannels", broadcaster, lifecycle, nio, locks]),
        .target(name: "Presence", dependencies: ["ChatChannels", broadcaster, lifecycle, locks]),
        .target(name: "Cluster", dependencies: ["ChatChannels", "PostgreSQL", broadcaster, logging, lifecycle, locks]),

        // The application, which puts them together.
        .executableTarget(
            name: "Chat",
            dependencies: [
                "ChatChannels", "Rooms", "Moderation", "History", "Live", "Presence", "Cluster", "WebServer",
                broadcaster, logging, lifecycle, nio, hummingbird, httpTypes,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            resources: [.embedInCode("Page")]
        ),

        // What any server needs: limits and checks, and a client of PostgreSQL. They know nothing of the chat.
        .target(
            name: "WebServer",
            dependencies: [
                logging, nio, locks, hummingbird, httpTypes, .product(name: "HummingbirdCore", package: "hummingbird"),
            ]),
        .target(name: "PostgreSQL", dependencies: ["CPostgreSQL"]),
        .systemLibrary(
            name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),

        .testTarget(
            name: "ChatTests",
            dependencies: [
                "Chat", "ChatChannels", "Rooms", "History", "Live", "PostgreSQL",
                broadcaster, logging, lifecycle, locks,
                .product(name: "BroadcasterTracing", package: "Broadcaster"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
            ],
            exclude: ["browser.py"]
        ),
    ],
    swiftLanguageModes: [.v6]
)
