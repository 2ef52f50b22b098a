// swift-tools-version: 6.2

import PackageDescription

// Compiles the library with its publisher, and tests that in both language modes. Where Combine doesn't exist, OpenCombine
// takes its place. Its name is an alias, because a module called `Combine` would make `canImport(Combine)` true in each
// build that compiles the library later. The sources are symbolic links, and so is the folder of mode 5.
#if os(Linux)
    let combine: [Target.Dependency] = ["OpenCombine", "OpenCombineDispatch"].map {
        .product(name: $0, package: "OpenCombine")
    }
    let alias: [SwiftSetting] = [.unsafeFlags(["-module-alias", "Combine=OpenCombine"])]
    let dependencies: [Package.Dependency] = [
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0")
    ]
#else
    let combine: [Target.Dependency] = []
    let alias: [SwiftSetting] = []
    let dependencies: [Package.Dependency] = []
#endif

let settings = alias + [.treatAllWarnings(as: .error)]

let package = Package(
    name: "CombineTests",
    platforms: [.macOS(.v10_15)],
    dependencies: dependencies,
    targets: [
        .target(name: "BroadcasterAtomics"),
        .target(name: "Broadcaster", dependencies: ["BroadcasterAtomics"] + combine, swiftSettings: settings),
        .target(name: "TestSupport", dependencies: ["Broadcaster"] + combine, swiftSettings: settings),
        .testTarget(
            name: "PublisherTests", dependencies: ["Broadcaster", "TestSupport"] + combine, swiftSettings: settings),
        .testTarget(
            name: "Publisher5Tests", dependencies: ["Broadcaster", "TestSupport"] + combine,
            swiftSettings: settings + [.swiftLanguageMode(.v5)]),
    ]
)
