import Foundation

/// How many bytes this process has allocated and not freed.
func bytesAllocated() -> Int {
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

func symbol(_ name: String) -> UnsafeMutableRawPointer? {
    dlsym(dlopen(nil, RTLD_NOW), name)
}
