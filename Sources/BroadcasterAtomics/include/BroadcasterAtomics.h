#ifndef BROADCASTER_ATOMICS_H
#define BROADCASTER_ATOMICS_H

#include <stdbool.h>

/// A flag that one thread raises or lowers while others read it. Swift's own atomics need newer systems than the package supports.
typedef struct {
    bool raised;
} BroadcasterFlag;

static inline bool BroadcasterFlagIsRaised(const BroadcasterFlag *flag) {
    return __atomic_load_n(&flag->raised, __ATOMIC_RELAXED);
}

static inline void BroadcasterFlagRaise(BroadcasterFlag *flag) {
    __atomic_store_n(&flag->raised, true, __ATOMIC_RELAXED);
}

static inline void BroadcasterFlagLower(BroadcasterFlag *flag) {
    __atomic_store_n(&flag->raised, false, __ATOMIC_RELAXED);
}

#endif
