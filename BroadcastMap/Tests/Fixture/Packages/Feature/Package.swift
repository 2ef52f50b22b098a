// swift-tools-version: 6.2

import PackageDescription

// A module of the same application, in a package of its own.
let package = Package(
    name: "Feature",
    platforms: [.macOS(.v10_15)],
    products: [.library(name: "Feature", targets: ["Feature"])],
    dependencies: [.package(name: "Broadcaster", path: "../../../../..")],
    targets: [
        .target(name: "Feature", dependencies: [.product(name: "Broadcaster", package: "Broadcaster")])
    ],
    swiftLanguageModes: [.v6]
)
