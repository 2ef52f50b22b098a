import Foundation

/// How many bytes this process has allocated and not freed.
package func bytesAllocated() -> Int {
    #if canImport(Darwin)
        var statistics = malloc_statistics_t()
        malloc_zone_statistics(nil, &statistics)
        return statistics.size_in_use
    #else
        // Foundation doesn't declare `mallinfo2()`, which returns a structure of ten words. `rusage` is a structure
        // with room for them, and is returned in memory as well.
        typealias Function = @convention(c) () -> rusage
        let statistics = unsafeBitCast(symbol("mallinfo2"), to: Function.self)()
        return withUnsafeBytes(of: statistics) { bytes in
            let words = bytes.bindMemory(to: Int.self)
            let allocatedInMappings = words[4]
            let allocatedInArenas = words[7]
            return allocatedInMappings + allocatedInArenas
        }
    #endif
}

/// Whether the allocator has statistics that count what is allocated, because no leak would show otherwise.
///
/// glibc has them from 2.33 on. The conditions of all tests are evaluated before the first test runs, so nothing else is
/// allocated meanwhile.
package let canCountBytes: Bool = {
    #if !canImport(Darwin)
        guard symbol("mallinfo2") != nil else { return false }
    #endif
    let before = bytesAllocated()
    let blocks = (0..<1 << 14).map { _ in UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 8) }
    defer { for block in blocks { block.deallocate() } }
    return (1 << 20...2 << 20).contains(bytesAllocated() - before)
}()
