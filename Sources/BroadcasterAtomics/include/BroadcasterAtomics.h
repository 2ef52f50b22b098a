#ifndef BROADCASTER_ATOMICS_H
#define BROADCASTER_ATOMICS_H

#include <stdbool.h>
#include <stdint.h>

// What one thread writes while others read. Swift's own atomics need newer systems than the package supports.

/// A flag that is raised and never lowered.
typedef struct {
    bool raised;
} BroadcasterFlag;

static inline bool BroadcasterFlagIsRaised(const BroadcasterFlag *flag) {
    return __atomic_load_n(&flag->raised, __ATOMIC_RELAXED);
}

static inline void BroadcasterFlagRaise(BroadcasterFlag *flag) {
    __atomic_store_n(&flag->raised, true, __ATOMIC_RELAXED);
}

/// A word that publishes: whoever reads what was stored also sees all that was written before it was stored.
typedef struct {
    uintptr_t bits;
} BroadcasterWord;

static inline uintptr_t BroadcasterWordLoad(const BroadcasterWord *word) {
    return __atomic_load_n(&word->bits, __ATOMIC_ACQUIRE);
}

static inline void BroadcasterWordStore(BroadcasterWord *word, uintptr_t bits) {
    __atomic_store_n(&word->bits, bits, __ATOMIC_RELEASE);
}

#endif
