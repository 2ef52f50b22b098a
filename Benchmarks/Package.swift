// swift-tools-version: 6.1

import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS("26.0")],
    dependencies: [
        .package(name: "Broadcaster", path: ".."),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    ],
    targets: [
        .target(
            name: "Broadcasts",
            dependencies: [
                "Heap",
                .product(name: "Broadcaster", package: "Broadcaster"),
                .product(name: "BroadcasterTracing", package: "Broadcaster"),
                .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "OpenCombineDispatch", package: "OpenCombine"),
            ]
        ),
        .executableTarget(
            name: "Compare",
            dependencies: ["AllocationCounter", "Broadcasts", .product(name: "Broadcaster", package: "Broadcaster")]),
        .target(name: "AllocationCounter"),
        .target(name: "Heap"),
    ],
    swiftLanguageModes: [.v6]
)
