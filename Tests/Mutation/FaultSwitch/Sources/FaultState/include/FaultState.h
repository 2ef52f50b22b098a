#ifndef FAULT_STATE_H
#define FAULT_STATE_H

#include <stdbool.h>

/// The number of the fault that the environment variable FAULT chooses; 0 without one.
extern long FaultChosen;

/// A byte for each fault, which is 1 once its switch was asked: those of the file that FAULTS_REACHED names, if it does.
///
/// The file is shared, so that it also has what processes reached that crashed, and those that a test started.
extern unsigned char *FaultsReached;

/// Whether a fault is the chosen one. Takes no lock and allocates nothing, because the hottest loops ask.
static inline bool FaultIsChosen(long number) {
    // A read first, so that threads don't take the cache line from one another.
    if (!__atomic_load_n(&FaultsReached[number], __ATOMIC_RELAXED))
        __atomic_store_n(&FaultsReached[number], 1, __ATOMIC_RELAXED);
    return number == FaultChosen;
}

#endif
