#ifndef EXPLORED_ATOMICS_H
#define EXPLORED_ATOMICS_H

// The library's atomic operations, each of which first asks the scheduler who goes on.

#include "Scheduler.h"

#define BROADCASTER_LOAD(place, order) ((__typeof__(*(place)))ExploreLoad(place, sizeof *(place), order))
#define BROADCASTER_STORE(place, value, order) \
    ExploreStore(place, sizeof *(place), (uintptr_t)(value), order)
#define BROADCASTER_ADD(place, value, order) ExploreAdd(place, (uintptr_t)(value), order)

#include "../../../../../Sources/BroadcasterAtomics/include/BroadcasterAtomics.h"

#endif
