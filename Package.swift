// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

let macros = TargetDependencyCondition.when(traits: ["Macros"])

let package = Package(
    name: "Broadcaster",
    platforms: [.iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1)],
    products: [
        .library(name: "Broadcaster", targets: ["Broadcaster"]),
        .library(name: "BroadcasterTesting", targets: ["BroadcasterTesting"]),
        .library(name: "BroadcasterTracing", targets: ["BroadcasterTracing"]),
    ],
    traits: [
        .trait(
            name: "Macros",
            description: "@Multicast writes stand-ins, and @Messages writes messages. They need swift-syntax."
        )
    ],
    dependencies: [
        .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.1"..<"605.0.0")
    ],
    targets: [
        .target(
            name: "Broadcaster",
            dependencies: ["BroadcasterAtomics", .target(name: "BroadcasterMacros", condition: macros)]
        ),
        .target(name: "BroadcasterAtomics"),
        .target(name: "BroadcasterTesting", dependencies: ["Broadcaster", "BroadcasterTracing"]),
        .target(name: "BroadcasterTracing", dependencies: ["Broadcaster"]),
        .macro(
            name: "BroadcasterMacros",
            dependencies: [
                .product(name: "SwiftCompilerPlugin", package: "swift-syntax", condition: macros),
                .product(name: "SwiftDiagnostics", package: "swift-syntax", condition: macros),
                .product(name: "SwiftParser", package: "swift-syntax", condition: macros),
                .product(name: "SwiftSyntax", package: "swift-syntax", condition: macros),
                .product(name: "SwiftSyntaxBuilder", package: "swift-syntax", condition: macros),
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax", condition: macros),
            ]
        ),

        .testTarget(
            name: "BroadcasterTests",
            dependencies: ["Broadcaster", "FirstModule", "ImportedReference", "SecondModule", "TestSupport"]
        ),
        .testTarget(
            name: "BroadcasterTestingTests", dependencies: ["Broadcaster", "BroadcasterTesting", "TestSupport"]),
        .testTarget(
            name: "BroadcasterTracingTests", dependencies: ["Broadcaster", "BroadcasterTracing", "TestSupport"]),
        .testTarget(
            name: "BroadcasterMacrosTests",
            dependencies: [
                "Broadcaster", .target(name: "BroadcasterMacros", condition: macros),
                .product(name: "SwiftParser", package: "swift-syntax", condition: macros),
                .product(name: "SwiftSyntax", package: "swift-syntax", condition: macros),
                .product(name: "SwiftSyntaxBuilder", package: "swift-syntax", condition: macros),
                .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax", condition: macros),
                .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax", condition: macros),
            ]
        ),
        // Tests of the same protocols, in language mode 5, and on the main actor by default.
        .testTarget(
            name: "BroadcasterMacrosIsolatedTests",
            dependencies: ["Broadcaster", "TestSupport"],
            swiftSettings: [.swiftLanguageMode(.v5), .defaultIsolation(MainActor.self)]
        ),

        // What several test targets use.
        .target(name: "TestSupport", dependencies: ["Broadcaster"], path: "Tests/Support/TestSupport"),
        // A type of C that Swift imports as a reference.
        .target(name: "ImportedReference", path: "Tests/Support/ImportedReference"),
        // Two modules that each have a protocol of the same name.
        .target(name: "FirstModule", path: "Tests/Support/FirstModule"),
        .target(name: "SecondModule", path: "Tests/Support/SecondModule"),
    ],
    swiftLanguageModes: [.v6]
)
