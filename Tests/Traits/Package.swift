// swift-tools-version: 6.2

import PackageDescription

// Two packages of one build, of which one enables the trait. It stands first: otherwise, SwiftPM looks for swift-syntax too
// late, and finds none.
let package = Package(
    name: "Traits",
    platforms: [.macOS(.v10_15)],
    dependencies: [
        .package(path: "Packages/WithTrait"),
        .package(path: "Packages/WithoutTrait"),
    ],
    targets: [
        .testTarget(
            name: "TraitsTests",
            dependencies: [
                .product(name: "WithTrait", package: "WithTrait"),
                .product(name: "WithoutTrait", package: "WithoutTrait"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
