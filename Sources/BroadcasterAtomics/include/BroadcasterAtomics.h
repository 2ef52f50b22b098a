#ifndef BROADCASTER_ATOMICS_H
#define BROADCASTER_ATOMICS_H

#include <stdbool.h>
#include <stddef.h>
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

/// The number of deliveries of the main queue that are running on this thread, one inside another.
///
/// Swift has no thread-local variables, and a task-local value would be inherited by tasks on other threads.
unsigned *BroadcasterDeliveries(void);

/// The call of an observer by a monitored delivery.
typedef struct {
    /// The registration of the observer; null outside such a call.
    const void *registration;
    /// The number of messages that the observer's own buffer dropped.
    uintptr_t dropped;
} BroadcasterCall;

/// The innermost such call on this thread.
BroadcasterCall *BroadcasterObserverCall(void);

/// The `Broadcaster.Cause` of what the innermost monitored call on this thread sends; null outside such a call.
const void **BroadcasterCurrentCause(void);

/// Counts the monitored broadcasts of the process, from 1.
uintptr_t BroadcasterNextNumber(void);

/// Counts the messages that closures of the process handle, from 1.
uintptr_t BroadcasterNextHandlingNumber(void);

/// Whether the current task runs on an executor, which is an `UnownedSerialExecutor`.
bool BroadcasterIsCurrentExecutor(const void *executor);

/// Writes to standard error, as far as that is possible, and never causes a signal for a pipe whose reader has gone.
void BroadcasterWriteToStandardError(const void *bytes, size_t count);

#endif
