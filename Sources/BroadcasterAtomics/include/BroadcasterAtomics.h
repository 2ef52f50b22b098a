#ifndef BROADCASTER_ATOMICS_H
#define BROADCASTER_ATOMICS_H

#include "BroadcasterSystem.h"

#include <stdint.h>

/// A word that threads read and change without a lock.
///
/// Swift's own atomics need newer systems than the package supports. Each operation has its order in its name, and each
/// use says why that order is enough.
typedef struct {
    uintptr_t bits;
} BroadcasterWord;

static inline uintptr_t BroadcasterLoadRelaxed(const BroadcasterWord *word) {
    return __atomic_load_n(&word->bits, __ATOMIC_RELAXED);
}

static inline uintptr_t BroadcasterLoadAcquire(const BroadcasterWord *word) {
    return __atomic_load_n(&word->bits, __ATOMIC_ACQUIRE);
}

static inline void BroadcasterStoreRelaxed(BroadcasterWord *word, uintptr_t bits) {
    __atomic_store_n(&word->bits, bits, __ATOMIC_RELAXED);
}

static inline void BroadcasterStoreRelease(BroadcasterWord *word, uintptr_t bits) {
    __atomic_store_n(&word->bits, bits, __ATOMIC_RELEASE);
}

/// Adds to a word, and returns what it was before.
static inline uintptr_t BroadcasterAddRelaxed(BroadcasterWord *word, uintptr_t bits) {
    return __atomic_fetch_add(&word->bits, bits, __ATOMIC_RELAXED);
}

/// Sets bits of a word, and returns what it was before.
static inline uintptr_t BroadcasterOrRelaxed(BroadcasterWord *word, uintptr_t bits) {
    return __atomic_fetch_or(&word->bits, bits, __ATOMIC_RELAXED);
}

/// Counts the monitored broadcasts of the process, from 1.
uintptr_t BroadcasterNextNumber(void);

/// Counts the messages that closures of the process handle, from 1.
uintptr_t BroadcasterNextHandlingNumber(void);

#endif
