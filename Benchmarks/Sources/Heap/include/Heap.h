#ifndef HEAP_H
#define HEAP_H

#include <stddef.h>

#ifdef __APPLE__
#include <malloc/malloc.h>
#else
#include <malloc.h>
#endif

/// How many bytes the allocator has given out, and not got back.
static inline size_t HeapBytesInUse(void) {
#ifdef __APPLE__
    malloc_statistics_t statistics;
    malloc_zone_statistics(NULL, &statistics);
    return statistics.size_in_use;
#else
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#endif
}

#endif
