#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/// Starts to count how often this process allocates memory. Until then, an allocation costs one look at a flag more.
void StartCountingAllocations(void);

/// How often this process has allocated memory since then; negative if this C library's allocator can't be counted.
long AllocationCount(void);

#endif
