// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Mail",
    platforms: [.macOS(.v10_15)],
    dependencies: [
        .package(
            name: "Broadcaster", path: "../..", traits: ["Macros"])
    ],
    targets: [
        .target(name: "MailChannel", dependencies: ["Broadcaster"]),
        .target(
            name: "MailSync", dependencies: ["MailChannel", "Broadcaster"]),
        .executableTarget(
            name: "App",
            dependencies: ["MailChannel", "MailSync", "Broadcaster"]),
        .testTarget(
            name: "AppTests",
            dependencies: [
                "App", "MailChannel", "MailSync",
                .product(name: "BroadcasterTesting", package: "Broadcaster"),
            ]),
    ]
)
