#ifndef EXPLORE_SCHEDULER_H
#define EXPLORE_SCHEDULER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// MARK: Steps of the explored threads. On any other thread, they do at once what they say.

uintptr_t ExploreLoad(const void *place, size_t size, int order);
void ExploreStore(void *place, size_t size, uintptr_t value, int order);
uintptr_t ExploreAdd(uintptr_t *place, uintptr_t value, int order);

/// A lock, or a queue with readers and barriers: what it is made of.
typedef struct {
    uintptr_t writer;
    uintptr_t readers;
    uint64_t clock[8];
} ExploreMutex;

void ExploreLock(ExploreMutex *mutex);
void ExploreUnlock(ExploreMutex *mutex);
void ExploreLockShared(ExploreMutex *mutex);
void ExploreUnlockShared(ExploreMutex *mutex);

/// A step at which another thread may go on.
void ExploreYield(const char *what, const void *_Nullable place);

/// Blocks the thread until the condition holds.
void ExploreWait(const char *what, bool (*condition)(void *context), void *context);

/// What happened before on this thread happens before what follows `ExploreReceive` of the same clock.
void ExploreSend(uint64_t *clock);
void ExploreReceive(const uint64_t *clock);

/// The locks that this thread holds, and how many were ever taken.
int ExploreLocksHeld(void);
long ExploreLocksTaken(void);

/// The explored thread that calls, or -1.
int ExploreThread(void);

// MARK: Verdicts

/// Ends the program: the schedule breaks a promise.
void ExploreFail(const char *message) __attribute__((noreturn));

/// Ends the calling thread, as the library's own `fatalError` would end the program.
void ExploreTrap(const char *message) __attribute__((noreturn));

/// How many threads have trapped in this schedule.
int ExploreTraps(void);

// MARK: Schedules

/// Calls `body` for the threads 0 ..< `threads`, as one schedule; thread 0 is the caller.
void ExploreRun(int threads, void (*body)(int thread, void *context), void *context);

/// Starts with the first schedule of at most `bound` preemptions and stale values.
void ExploreDepthFirst(int bound);

/// Goes on to the next schedule; `false` if there is none.
bool ExploreNext(void);

/// Makes the decisions of the last schedule once more.
void ExploreAgain(void);

/// Makes all decisions at random.
void ExploreAtRandom(uint64_t seed);

/// Makes the decisions of a text that a failure printed, and others as they come.
void ExploreReplay(const char *decisions, bool traced);

/// The steps of the calling thread in this schedule.
long ExploreOwnSteps(void);

// MARK: Memory

/// Puts each block that is freed from now on aside, overwritten, until it is let go.
void ExploreKeepFreed(bool keep);

/// Blocks that are allocated now, and how many were allocated ever.
long ExploreBlocks(void);
long ExploreAllocations(void);

/// Makes addresses the same in each run, by starting the program again if they aren't.
void ExploreFixAddresses(char *_Nullable *_Nonnull arguments);

#pragma clang assume_nonnull end

#endif
