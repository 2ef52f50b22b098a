#include "BroadcasterAtomics.h"

#include <stddef.h>

static _Thread_local unsigned deliveries;

void BroadcasterCountDelivery(int change) { deliveries += change; }

bool BroadcasterIsDelivering(void) { return deliveries != 0; }

#ifdef __APPLE__

// There, the main thread runs the main queue under an asynchronous `main`, too.
bool BroadcasterIsCurrentExecutor(const void *executor) { return false; }

#else

typedef struct { uintptr_t identity, implementation; } Executor;

// The function behind `assumeIsolated`. Weak, so that a runtime without it is no error.
__attribute__((swiftcall, weak)) extern bool swift_task_isCurrentExecutorWithFlags(Executor, uintptr_t);

bool BroadcasterIsCurrentExecutor(const void *executor) {
    // The flag makes the function return what it otherwise traps for.
    const uintptr_t doesNotTrap = 2;
    return swift_task_isCurrentExecutorWithFlags != NULL
        && swift_task_isCurrentExecutorWithFlags(*(const Executor *)executor, doesNotTrap);
}

#endif
