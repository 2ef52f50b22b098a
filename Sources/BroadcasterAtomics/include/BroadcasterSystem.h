#ifndef BROADCASTER_SYSTEM_H
#define BROADCASTER_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>

/// The number of deliveries on the main queue that are running on this thread, one inside another.
///
/// Swift has no thread-local variables, and a task-local value would be inherited by tasks on other threads.
unsigned *BroadcasterDeliveries(void);

/// The call of an observer by a monitored delivery.
typedef struct {
    /// The registration of the observer; null outside such a call.
    const void *registration;
    /// The `Broadcaster.Cause` of what the call sends; null outside such a call.
    const void *cause;
    /// The number of messages that the observer's own buffer dropped.
    uintptr_t dropped;
} BroadcasterCall;

/// The innermost such call on this thread.
BroadcasterCall *BroadcasterMonitoredCall(void);

/// The number of this thread among those that asked for one, from 1.
uintptr_t BroadcasterThreadNumber(void);

/// Whether the current task runs on an executor, which is an `UnownedSerialExecutor`.
bool BroadcasterIsCurrentExecutor(const void *executor);

/// Writes a text to standard error, as far as that is possible, and never causes a signal for a pipe whose reader has gone.
void BroadcasterWriteToStandardError(const char *text);

#endif
