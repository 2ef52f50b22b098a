// Memory for what runs under control, at addresses that depend on nothing but what the run did, because the order of a
// dictionary whose keys are addresses depends on them.
//
// Each size has a region, of which the lowest free place is taken. So a run that frees what it allocated leaves the next
// one the same places. What is freed is overwritten, and isn't used again in the same run: else the address of a new
// object would depend on the order of steps that concern different objects. A program that is about addresses that are
// used again says so. A new object then has the address that was freed last, as with most allocators. The explorer's own
// memory, and large blocks, are those of the C library.
#include "State.h"
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

thread_local bool isControlled;

extern "C" {
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);
}

namespace {

/// As the counts of an object, it is the address of a side table that doesn't exist, so that a release crashes.
constexpr char overwritten = (char)0xC5;
constexpr size_t unit = 16, sizes = 128, regionSize = 4 << 20, none = ~0ull;
char *const start = (char *)0x100000000000;
bool isMapped;

struct Region {
    uint64_t taken[regionSize / unit / 64];
    /// Places that the next run may use.
    uint64_t freed[regionSize / unit / 64];
    /// All words before the first are full, and all after the last are empty.
    size_t first, last;
    /// Places that the same run may use, in the order freed.
    uint32_t reusable[regionSize / unit];
    size_t reusableCount;
};
Region regions[sizes];

size_t sizeOf(size_t number) { return (number + 1) * unit; }
bool isOurs(void *memory) { return (char *)memory >= start && (char *)memory < start + sizes * regionSize; }

size_t lowestFree(Region &region, size_t number) {
    size_t words = regionSize / sizeOf(number) / 64;
    while (region.first < words && region.taken[region.first] == ~0ull) region.first++;
    if (region.first == words) return none;
    if (region.first > region.last) region.last = region.first;
    return region.first * 64 + __builtin_ctzll(~region.taken[region.first]);
}

void *allocate(size_t size) {
    if (!isMapped) {
        int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
        if (mmap(start, sizes * regionSize, PROT_READ | PROT_WRITE, flags, -1, 0) != start) abort();
        isMapped = true;
    }
    size_t number = size ? (size - 1) / unit : 0;
    Region &region = regions[number];
    if (reusesAddresses) noteAddresses(&region);
    size_t place = region.reusableCount ? region.reusable[--region.reusableCount] : lowestFree(region, number);
    if (place == none) return nullptr;
    region.taken[place / 64] |= 1ull << place % 64;
    return start + number * regionSize + place * sizeOf(number);
}

size_t sizeAt(void *memory) { return sizeOf(((char *)memory - start) / regionSize); }

void release(void *memory) {
    size_t offset = (char *)memory - start;
    Region &region = regions[offset / regionSize];
    size_t place = offset % regionSize / sizeAt(memory);
    uint64_t bit = 1ull << place % 64;
    if (!(region.taken[place / 64] & ~region.freed[place / 64] & bit)) endWith("memory is freed twice");
    memset(memory, overwritten, sizeAt(memory));
    if (!reusesAddresses) {
        region.freed[place / 64] |= bit;
        return;
    }
    noteAddresses(&region);
    region.taken[place / 64] &= ~bit;
    region.reusable[region.reusableCount++] = place;
}

}  // namespace

void makeFreedAvailable() {
    for (Region &region : regions) {
        for (size_t word = 0; word <= region.last; word++) {
            region.taken[word] &= ~region.freed[word];
            region.freed[word] = 0;
        }
        region.first = region.reusableCount = 0;
    }
}

extern "C" {

void *malloc(size_t size) {
    void *memory = isControlled && size <= unit * sizes ? allocate(size) : nullptr;
    return memory ? memory : __libc_malloc(size);
}

void free(void *memory) { isOurs(memory) ? release(memory) : __libc_free(memory); }

void *calloc(size_t count, size_t size) {
    if (!isControlled || count * size > unit * sizes) return __libc_calloc(count, size);
    void *memory = malloc(count * size);
    return memory ? memset(memory, 0, count * size) : nullptr;
}

void *realloc(void *memory, size_t size) {
    if (!memory) return malloc(size);
    if (!isOurs(memory)) return __libc_realloc(memory, size);
    void *copy = malloc(size);
    if (copy) memcpy(copy, memory, size < sizeAt(memory) ? size : sizeAt(memory));
    release(memory);
    return copy;
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    *memory = alignment <= unit ? malloc(size) : __libc_memalign(alignment, size);
    return *memory ? 0 : 12;  // ENOMEM
}

void *aligned_alloc(size_t alignment, size_t size) {
    return alignment <= unit ? malloc(size) : __libc_memalign(alignment, size);
}

size_t malloc_usable_size(void *memory) {
    if (!memory) return 0;
    if (isOurs(memory)) return sizeAt(memory);
    // The size in front of the block, without its flags and itself.
    return (((size_t *)memory)[-1] & ~size_t(7)) - (((size_t *)memory)[-1] & 2 ? 2 : 1) * sizeof(size_t);
}

}
