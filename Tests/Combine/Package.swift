// swift-tools-version: 6.2

import PackageDescription

// Compiles and runs the library's publisher where Combine doesn't exist, with OpenCombine under its name, in both
// language modes. The folders of mode 5 are symbolic links. The name is an alias, because a module called `Combine`
// would make `canImport(Combine)` true in the library as well, in each build that compiles the library later.
func targets(_ suffix: String, in mode: SwiftLanguageMode) -> [Target] {
    let settings: [SwiftSetting] = [
        .unsafeFlags(["-module-alias", "Combine=OpenCombine"]), .treatAllWarnings(as: .error), .swiftLanguageMode(mode),
    ]
    let combine: [Target.Dependency] = ["OpenCombine", "OpenCombineDispatch"].map {
        .product(name: $0, package: "OpenCombine")
    }
    return [
        .target(
            name: "Publisher\(suffix)", dependencies: [.product(name: "Broadcaster", package: "Broadcaster")] + combine,
            swiftSettings: settings),
        .testTarget(
            name: "Publisher\(suffix)Tests", dependencies: [.target(name: "Publisher\(suffix)")] + combine,
            swiftSettings: settings),
    ]
}

let package = Package(
    name: "CombineTests",
    platforms: [.macOS(.v10_15)],
    dependencies: [
        .package(name: "Broadcaster", path: "../.."),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    ],
    targets: targets("", in: .v6) + targets("5", in: .v5)
)
