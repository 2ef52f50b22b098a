// Stands in front of the C library's allocator, and counts. Swift's objects and boxes, blocks and Dispatch's own items all
// come through here.
#include "AllocationCounter.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef __GLIBC__

void StartCountingAllocations(void) {}
long AllocationCount(void) { return -1; }

#else

static atomic_bool counts;
static atomic_long count;

void StartCountingAllocations(void) { counts = true; }
long AllocationCount(void) { return count; }

// Relaxed: the thread that starts to count synchronizes with the threads that it measures.
static void countAllocation(void) {
    if (atomic_load_explicit(&counts, memory_order_relaxed)) count++;
}

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
    countAllocation();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    countAllocation();
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
    countAllocation();
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    countAllocation();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    countAllocation();
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : ENOMEM;
}

#endif
