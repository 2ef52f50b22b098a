// swift-tools-version: 6.2

import PackageDescription

// Compiles the sources as they are, by links to their folders. A header of the same name makes steps of the library's
// atomic operations, and declarations in each module take the place of Foundation's locks and queues.
let settings: [SwiftSetting] = [.unsafeFlags(["-enable-testing"])]

let package = Package(
    name: "Interleavings",
    targets: [
        .target(name: "Explorer"),
        .target(name: "Agents", dependencies: ["Explorer"]),
        .target(name: "BroadcasterAtomics", dependencies: ["Explorer"]),
        .target(
            name: "Broadcaster", dependencies: ["Agents", "BroadcasterAtomics", "Explorer"], swiftSettings: settings),
        .target(name: "BroadcasterTracing", dependencies: ["Agents", "Broadcaster", "Explorer"]),
        .target(
            name: "BroadcasterTesting", dependencies: ["Agents", "Broadcaster", "BroadcasterTracing", "Explorer"],
            swiftSettings: settings),
        .executableTarget(
            name: "Interleavings", dependencies: ["Agents", "Broadcaster", "BroadcasterTesting", "Explorer"]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
