// swift-tools-version: 6.1

import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS("26.0")],
    dependencies: [
        .package(name: "Broadcaster", path: ".."),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        .target(
            name: "Broadcasts",
            dependencies: [
                "Heap",
                .product(name: "Broadcaster", package: "Broadcaster"),
                .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "OpenCombineDispatch", package: "OpenCombine"),
            ]
        ),
        .executableTarget(name: "Compare", dependencies: ["Broadcasts"]),
        .target(name: "Heap"),
        .target(name: "AllocationCounter"),
        .executableTarget(
            name: "Allocations",
            dependencies: ["Broadcasts", "AllocationCounter", .product(name: "Benchmark", package: "benchmark")],
            path: "Allocations",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
