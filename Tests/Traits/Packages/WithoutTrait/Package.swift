// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "WithoutTrait",
    platforms: [.macOS(.v10_15)],
    products: [.library(name: "WithoutTrait", targets: ["WithoutTrait"])],
    dependencies: [.package(name: "Broadcaster", path: "../../../..")],
    targets: [
        .target(name: "WithoutTrait", dependencies: [.product(name: "Broadcaster", package: "Broadcaster")])
    ],
    swiftLanguageModes: [.v6]
)
