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
/// Relaxed order is enough: a reader that something else orders after the raising thread sees the flag raised. The flag
/// publishes nothing, so a reader that sees it raised reads nothing else because of it.
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
///
/// Two places need that order, because each thread stores one word and then loads another. With a weaker order on
/// either side, both may load what was there before:
/// - `ReaderGate`: a reader counts itself and loads `current`, the writer stores `current` and loads `readers`. If both
///   loads are old, the reader uses a buffer that the writer reclaims. A reader that leaves lowers `readers` and loads
///   `closed`, the writer stores `closed` and loads `readers`. If both are old, the gate stays closed.
/// - `ChannelIsolation`: each of two threads stores its own use and loads the other. If both are old, neither traps.
///
/// Elsewhere the order is stronger than the proof needs. It costs an exchange where a store would do, on slow paths
/// only; on x86-64, the loads are the same. What would be enough:
/// - Release for the store and acquire for the load: `count` of a buffer, the current table of `TypeTable`, its keys,
///   and what `Registry` makes when first needed. A reader that finds the value sees what it stands for.
/// - Relaxed: the objects of `TypeTable`, which the keys publish; `closed` when the gate reopens, because a reader that
///   misses it takes the lock; `registrations`, because only a thread that is ordered after a change must see it; the
///   number of other broadcasters, because whoever can see one as the current one is ordered after its creation.
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

/// A number that is only a hint: any smaller one is safe to use.
///
/// Relaxed order is enough, because an old value only makes a reader look at more removed registrations, or leaves
/// deallocated ones where they are. Threads that store at once may overwrite each other, for the same reason.
typedef struct {
    uint32_t value;
} BroadcasterHint;

static inline uint32_t BroadcasterHintLoad(const BroadcasterHint *hint) {
    return BROADCASTER_LOAD(&hint->value, __ATOMIC_RELAXED);
}

static inline void BroadcasterHintStore(BroadcasterHint *hint, uint32_t value) {
    BROADCASTER_STORE(&hint->value, value, __ATOMIC_RELAXED);
}

#endif
