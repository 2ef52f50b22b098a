import Foundation
import TestSupport
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("9. A channel is a type, or a type and a key: two libraries of one module name")
    @MainActor
    struct Rule09LoadedLibraries {
        let broadcaster = Broadcaster()
        let heard = Log<ObjectIdentifier>()

        /// A library that is compiled and loaded while the test runs, as a plug-in is.
        private struct Library {
            let type: Any.Type
            let observer: UnsafeMutableRawPointer
            let releaseObserver: () -> Void

            init(_ source: String, in directory: URL, named name: String) throws {
                let file = directory.appendingPathComponent("\(name).swift")
                let library = directory.appendingPathComponent("lib\(name).so")
                try source.write(to: file, atomically: true, encoding: .utf8)
                let compiler = Process()
                compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
                compiler.arguments = [
                    "swiftc", "-emit-library", "-module-name", "Plugin", "-o", library.path, file.path,
                ]
                try compiler.run()
                compiler.waitUntilExit()
                try #require(compiler.terminationStatus == 0)

                let handle = try #require(dlopen(library.path, RTLD_NOW | RTLD_LOCAL))
                type = try Self.call("updateType", in: handle).load(as: Any.Type.self)
                observer = try Self.call("updateObserver", in: handle)
                let release = try #require(dlsym(handle, "releaseObserver"))
                releaseObserver = { unsafeBitCast(release, to: (@convention(c) () -> Void).self)() }
            }

            private static func call(_ name: String, in handle: UnsafeMutableRawPointer) throws
                -> UnsafeMutableRawPointer
            {
                let function = try #require(dlsym(handle, name))
                return unsafeBitCast(function, to: (@convention(c) () -> UnsafeMutableRawPointer).self)()
            }
        }

        private static func source(of requirements: String, _ members: String) -> String {
            """
            public protocol Update { \(requirements) }
            private final class Observer: Update { \(members) }
            nonisolated(unsafe) private let type = UnsafeMutablePointer<Any.Type>.allocate(capacity: 1)
            nonisolated(unsafe) private let observer = UnsafeMutablePointer<any Update>.allocate(capacity: 1)
            @_cdecl("updateType") public func updateType() -> UnsafeMutableRawPointer {
                type.initialize(to: (any Update).self)
                return UnsafeMutableRawPointer(type)
            }
            @_cdecl("updateObserver") public func updateObserver() -> UnsafeMutableRawPointer {
                observer.initialize(to: Observer())
                return UnsafeMutableRawPointer(observer)
            }
            @_cdecl("releaseObserver") public func releaseObserver() { observer.deinitialize(count: 1) }
            """
        }

        @Test("protocols that both are Plugin.Update are two channels")
        func plugins() async throws {
            let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: directory) }
            let first = try Library(
                Self.source(of: "func update(_ number: Int)", "func update(_ number: Int) {}"),
                in: directory, named: "First")
            let second = try Library(
                Self.source(of: "func title() -> String", "func title() -> String { \"title\" }"),
                in: directory, named: "Second")
            let areTwoTypes = first.type != second.type
            #expect(areTwoTypes)
            #expect(String(reflecting: first.type) == String(reflecting: second.type))

            register(first)
            register(second)
            #expect(broadcaster.channels.map(\.protocolName) == ["Plugin.Update", "Plugin.Update (2)"])
            #expect(broadcaster.channels.map(\.observers.count) == [1, 1])

            notify(first)
            await broadcaster.settled()
            let expected = ObjectIdentifier(first.observer.load(as: AnyObject.self))
            #expect(heard.entries == [expected])
            first.releaseObserver()
            second.releaseObserver()
            #expect(broadcaster.channels.isEmpty)
        }

        private func register(_ library: Library) {
            func register<T>(_ type: T.Type) {
                broadcaster.register(type, observer: library.observer.load(as: T.self))
            }
            _openExistential(library.type, do: register)
        }

        private func notify(_ library: Library) {
            func notify<T>(_ type: T.Type) {
                broadcaster.notify(type) { [heard] in heard.write(ObjectIdentifier(object(of: $0))) }
            }
            _openExistential(library.type, do: notify)
        }
    }
}
