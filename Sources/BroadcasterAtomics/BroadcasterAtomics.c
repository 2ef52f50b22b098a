#include "BroadcasterAtomics.h"

static _Thread_local unsigned deliveries;

unsigned *BroadcasterDeliveries(void) { return &deliveries; }

static _Thread_local BroadcasterCall observerCall;

BroadcasterCall *BroadcasterObserverCall(void) { return &observerCall; }

static _Thread_local const void *currentCause;

const void **BroadcasterCurrentCause(void) { return &currentCause; }

uintptr_t BroadcasterNextNumber(void) {
    static BroadcasterWord latest;
    return BroadcasterAddRelaxed(&latest, 1) + 1;
}

uintptr_t BroadcasterNextHandlingNumber(void) {
    static BroadcasterWord latest;
    return BroadcasterAddRelaxed(&latest, 1) + 1;
}

#ifdef __APPLE__

// There, the main thread runs the main queue under an asynchronous `main`, too.
bool BroadcasterIsCurrentExecutor(const void *executor) { return false; }

#else

typedef struct { uintptr_t identity, implementation; } Executor;

// The function behind `assumeIsolated`. Weak, so that a runtime without it is no error.
__attribute__((swiftcall, weak)) extern bool swift_task_isCurrentExecutorWithFlags(Executor, uintptr_t);

bool BroadcasterIsCurrentExecutor(const void *executor) {
    // The flag 2 makes the function return what it otherwise traps for.
    return swift_task_isCurrentExecutorWithFlags
        && swift_task_isCurrentExecutorWithFlags(*(const Executor *)executor, 2);
}

#endif
