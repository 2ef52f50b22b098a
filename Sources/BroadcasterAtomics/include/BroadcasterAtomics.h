#ifndef BROADCASTER_ATOMICS_H
#define BROADCASTER_ATOMICS_H

#include <stdbool.h>
#include <stdint.h>

// What one thread writes while others read. Swift's own atomics need newer systems than the package supports.

// The tests that explore interleavings put operations of their own in front, which ask a scheduler who goes on.
#ifndef BROADCASTER_LOAD
#define BROADCASTER_LOAD(place, order) __atomic_load_n(place, order)
#define BROADCASTER_STORE(place, value, order) __atomic_store_n(place, value, order)
#define BROADCASTER_ADD(place, value, order) __atomic_add_fetch(place, value, order)
#endif

/// A flag that is raised once and never lowered.
///
/// Relaxed order is enough: a reader that something else orders after the raising thread sees the flag raised.
typedef struct {
    bool raised;
} BroadcasterFlag;

static inline bool BroadcasterFlagIsRaised(const BroadcasterFlag *flag) {
    return BROADCASTER_LOAD(&flag->raised, __ATOMIC_RELAXED);
}

static inline void BroadcasterFlagRaise(BroadcasterFlag *flag) {
    BROADCASTER_STORE(&flag->raised, true, __ATOMIC_RELAXED);
}

/// A word whose changes all threads see in one order.
typedef struct {
    uintptr_t bits;
} BroadcasterWord;

static inline uintptr_t BroadcasterWordLoad(const BroadcasterWord *word) {
    return BROADCASTER_LOAD(&word->bits, __ATOMIC_SEQ_CST);
}

static inline void BroadcasterWordStore(BroadcasterWord *word, uintptr_t bits) {
    BROADCASTER_STORE(&word->bits, bits, __ATOMIC_SEQ_CST);
}

static inline uintptr_t BroadcasterWordIncrement(BroadcasterWord *word) {
    return BROADCASTER_ADD(&word->bits, 1, __ATOMIC_SEQ_CST);
}

static inline uintptr_t BroadcasterWordDecrement(BroadcasterWord *word) {
    return BROADCASTER_ADD(&word->bits, -1, __ATOMIC_SEQ_CST);
}

/// A position that is only a hint: any value that was ever stored is safe to use.
typedef struct {
    uintptr_t position;
} BroadcasterHint;

static inline uintptr_t BroadcasterHintLoad(const BroadcasterHint *hint) {
    return BROADCASTER_LOAD(&hint->position, __ATOMIC_RELAXED);
}

static inline void BroadcasterHintStore(BroadcasterHint *hint, uintptr_t position) {
    BROADCASTER_STORE(&hint->position, position, __ATOMIC_RELAXED);
}

#endif
