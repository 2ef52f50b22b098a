import Foundation

/// How many bytes this process has allocated and not freed.
///
/// Stops the process if the allocator's statistics miss what it allocates, because no leak would show then.
func bytesAllocated() -> Int {
    precondition(countsBlocks, "the allocator's statistics don't count a megabyte of small blocks")
    return bytesInStatistics()
}

private let countsBlocks: Bool = {
    let before = bytesInStatistics()
    let blocks = (0..<1 << 14).map { _ in UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 8) }
    defer { for block in blocks { block.deallocate() } }
    return (1 << 20...2 << 20).contains(bytesInStatistics() - before)
}()

private func bytesInStatistics() -> Int {
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

/// Whether the allocator has statistics; glibc has them from 2.33 on.
let canCountBytes: Bool = {
    #if canImport(Darwin)
        true
    #else
        symbol("mallinfo2") != nil
    #endif
}()

func symbol(_ name: String) -> UnsafeMutableRawPointer? {
    dlsym(dlopen(nil, RTLD_NOW), name)
}
