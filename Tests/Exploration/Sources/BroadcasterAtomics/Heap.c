// Memory that isn't used again while a schedule runs: what is freed is overwritten and put aside.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "include/BroadcasterAtomics.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

bool HeapIsKept(const void *address);
const char *HeapLetGo(void);
bool HeapIsOwn(const void *address);
void HeapShare(void);

#ifdef __GLIBC__

#include <malloc.h>
#include <sys/personality.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

enum { most = 4096, poison = 0xDB };

static struct {
    unsigned char *start;
    size_t size;
} kept[most];
static int keptCount;
static bool isKeeping;
static long blocks, allocations;

// What a thread allocated since it last changed anything that others can reach: only this thread can reach that.
enum { mostOwn = 32 };
static __thread struct {
    unsigned char *start;
    size_t size;
} own[mostOwn];
static __thread unsigned ownCount;

bool HeapIsOwn(const void *address) {
    const unsigned char *byte = address;
    for (unsigned i = 0; i < ownCount; i++)
        if (byte >= own[i].start && byte < own[i].start + own[i].size) return true;
    return false;
}

void HeapShare(void) { ownCount = 0; }

static void *counted(void *block) {
    if (isKeeping && ExploreThread() >= 0 && ownCount < mostOwn) {
        own[ownCount].start = block;
        own[ownCount++].size = malloc_usable_size(block);
    }
    if (block) {
        __atomic_add_fetch(&blocks, 1, __ATOMIC_RELAXED);
        __atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED);
    }
    return block;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }

void *realloc(void *block, size_t size) {
    if (!block) return counted(__libc_realloc(block, size));
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    *block = counted(__libc_memalign(alignment, size));
    return *block ? 0 : ENOMEM;
}

void free(void *block) {
    if (!block) return;
    __atomic_sub_fetch(&blocks, 1, __ATOMIC_RELAXED);
    if (!isKeeping || ExploreThread() < 0) return __libc_free(block);
    if (HeapIsKept(block)) ExploreFail("freed twice");
    if (keptCount == most) ExploreFail("The schedule frees too much.");
    kept[keptCount].start = block;
    kept[keptCount].size = malloc_usable_size(block);
    memset(block, poison, kept[keptCount++].size);
}

bool HeapIsKept(const void *address) {
    const unsigned char *byte = address;
    if ((uintptr_t)address >> 48 == (poison << 8 | poison)) return true;
    for (int i = keptCount - 1; i >= 0; i--)
        if (byte >= kept[i].start && byte < kept[i].start + kept[i].size) return true;
    return false;
}

void ExploreKeepFreed(bool keep) { isKeeping = keep; }

const char *HeapLetGo(void) {
    bool isWritten = false;
    for (int i = 0; i < keptCount; i++) {
        for (size_t j = 0; j < kept[i].size; j++) isWritten |= kept[i].start[j] != poison;
        __libc_free(kept[i].start);
    }
    keptCount = 0;
    return isWritten ? "write after free" : NULL;
}

long ExploreBlocks(void) { return blocks; }

long ExploreAllocations(void) { return allocations; }

void ExploreFixAddresses(char **arguments) {
    int current = personality(0xffffffff);
    if (current == -1 || current & ADDR_NO_RANDOMIZE) return;
    if (personality((unsigned long)current | ADDR_NO_RANDOMIZE) != -1) execv("/proc/self/exe", arguments);
}

#else

// Elsewhere, run the exploration under Address Sanitizer.
bool HeapIsKept(const void *address) { return false; }
void ExploreKeepFreed(bool keep) {}
const char *HeapLetGo(void) { return NULL; }
bool HeapIsOwn(const void *address) { return false; }
void HeapShare(void) {}
long ExploreBlocks(void) { return 0; }
long ExploreAllocations(void) { return 0; }
void ExploreFixAddresses(char **arguments) {}

#endif

// Loading a weak reference is a step as well: it reads memory that another thread may have freed.

static void *load(const char *name, void *reference) {
    static void *(*original)(void *);
    if (!original) original = (void *(*)(void *))dlsym(RTLD_NEXT, name);
    ExploreYield("weak load", reference);
    void *object = original(reference);
    // From here on, this thread may be the last owner.
    if (object) ExploreYield("weak loaded", reference);
    return object;
}

void *swift_weakLoadStrong(void *reference) {
    return load("swift_weakLoadStrong", reference);
}

#ifdef __APPLE__
void *swift_unknownObjectWeakLoadStrong(void *reference) {
    return load("swift_unknownObjectWeakLoadStrong", reference);
}
#endif
