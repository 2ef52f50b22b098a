// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "FaultSwitch",
    platforms: [.iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1)],
    products: [.library(name: "FaultSwitch", targets: ["FaultSwitch"])],
    targets: [
        .target(name: "FaultState"),
        .target(name: "FaultSwitch", dependencies: ["FaultState"]),
    ],
    swiftLanguageModes: [.v6]
)
