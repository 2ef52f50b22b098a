// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "WithTrait",
    platforms: [.macOS(.v10_15)],
    products: [.library(name: "WithTrait", targets: ["WithTrait"])],
    dependencies: [.package(name: "Broadcaster", path: "../../../..", traits: ["Macros"])],
    targets: [
        .target(name: "WithTrait", dependencies: [.product(name: "Broadcaster", package: "Broadcaster")])
    ],
    swiftLanguageModes: [.v6]
)
