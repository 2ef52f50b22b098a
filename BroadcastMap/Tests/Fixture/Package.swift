// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

// Every way to send and to observe that the map knows. Comments say what the map finds in the line below them.
let broadcaster: Target.Dependency = .product(name: "Broadcaster", package: "Broadcaster")
let testing: Target.Dependency = .product(name: "BroadcasterTesting", package: "Broadcaster")

let package = Package(
    name: "Fixture",
    platforms: [.macOS(.v13)],  // for `(any Store<Int>).self`
    dependencies: [
        .package(name: "Broadcaster", path: "../../..", traits: ["Macros"]),
        .package(path: "Packages/Feature"),
        .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.1"..<"605.0.0"),
    ],
    targets: [
        .target(name: "Channels"),
        .target(name: "Mail", dependencies: ["Channels", broadcaster]),
        .target(
            name: "Screens",
            dependencies: ["Channels", broadcaster, "Mail", .product(name: "Feature", package: "Feature")]),
        .target(name: "Forwarding", dependencies: ["Channels", broadcaster]),
        .target(name: "Values", dependencies: ["Channels", broadcaster]),
        .target(name: "Scopes", dependencies: [broadcaster]),
        .target(name: "Handling", dependencies: ["Channels", broadcaster]),
        .macro(
            name: "Announcements",
            dependencies: [
                .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
            ]),
        .target(name: "Problems", dependencies: ["Announcements", "Channels", broadcaster]),
        .target(name: "Names", dependencies: [broadcaster], swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(name: "Private", dependencies: [broadcaster], swiftSettings: [.swiftLanguageMode(.v5)]),
        .executableTarget(name: "Script", dependencies: ["Channels", broadcaster]),
        .testTarget(name: "MailTests", dependencies: ["Channels", "Mail", "Values", broadcaster, testing]),
    ],
    swiftLanguageModes: [.v6]
)
