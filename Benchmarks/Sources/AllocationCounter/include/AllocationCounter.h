#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/// How often this process has allocated memory.
long AllocationCount(void);

#endif
