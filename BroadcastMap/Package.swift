// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "BroadcastMap",
    platforms: [.macOS(.v13)],
    products: [.executable(name: "broadcast-map", targets: ["broadcast-map"])],
    dependencies: [.package(url: "https://github.com/apple/swift-argument-parser", from: "1.7.0")],
    targets: [
        .executableTarget(
            name: "broadcast-map",
            dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")],
            resources: [.embedInCode("Output/page.html")])
    ],
    swiftLanguageModes: [.v6]
)
