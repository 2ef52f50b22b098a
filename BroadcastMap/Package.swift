// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "BroadcastMap",
    platforms: [.macOS(.v13)],
    products: [.executable(name: "broadcast-map", targets: ["broadcast-map"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.7.0"),
        .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"605.0.0"),
    ],
    targets: [
        .target(name: "CIndexStore"),
        .target(
            name: "ChannelMap",
            dependencies: [
                "CIndexStore",
                .product(name: "SwiftOperators", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftSyntax", package: "swift-syntax"),
            ],
            resources: ["html", "css", "js"].map { .embedInCode("Output/Page/page.\($0)") }),
        .executableTarget(
            name: "broadcast-map",
            dependencies: [
                "ChannelMap", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(name: "BroadcastMapTests", dependencies: ["ChannelMap"]),
    ],
    swiftLanguageModes: [.v6]
)
