#ifndef COUNTING_H
#define COUNTING_H

/// Calls `work` once. Callgrind counts only what runs inside this function.
void CountInstructions(void (*work)(void *context), void *context);

/// Runs the pending items of the main queue. Call it on the main thread.
void DrainMainQueue(void);

/// Does nothing. The optimizer doesn't know that, so it keeps what computes the argument.
void Keep(long value);

#endif
