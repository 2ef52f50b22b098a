#include "Counting.h"

#include <stddef.h>

__attribute__((noinline)) void CountInstructions(void (*work)(void *context), void *context) {
    work(context);
    // Keeps the call from being the last thing, which would turn it into a jump out of this function.
    __asm__ volatile("" ::: "memory");
}

// How a run loop drains the main queue. The run loop itself would add instructions of its own.
void _dispatch_main_queue_callback_4CF(void *message);

void DrainMainQueue(void) { _dispatch_main_queue_callback_4CF(NULL); }

__attribute__((noinline)) void Keep(long value) { __asm__ volatile("" : : "r"(value)); }
