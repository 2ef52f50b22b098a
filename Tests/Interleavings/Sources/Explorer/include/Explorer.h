// Runs threads, tasks and queues one step at a time, and tries all orders of their steps.
//
// An *agent* is what runs one after another's step: a thread, a part of a task, an item of a queue. Before a step that
// another agent might notice, an agent asks which of them goes on. A run of a program is determined by these decisions,
// so a list of them is a schedule.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { ExplorerRead, ExplorerWrite } ExplorerAccess;
typedef void (*ExplorerFunction)(void *context);

// Steps. Outside an agent, these do nothing.

/// Lets other agents go on, and then notes that the caller reads or writes an object.
///
/// The verb and the kind of the object are for the table of steps.
void ExplorerStep(ExplorerAccess access, const void *object, const char *verb, const char *kind);

/// Notes that a new object begins at an address, where an earlier one may have been.
void ExplorerBegin(const void *object, const char *kind);

void ExplorerLock(const void *lock);
void ExplorerUnlock(const void *lock);

/// Enters a concurrent queue, alone behind a barrier.
void ExplorerEnter(const void *queue, bool isBarrier);
void ExplorerLeave(const void *queue, bool isBarrier);

/// Cancels a task. Its handlers run while the runtime holds a lock of the task, so no other agent goes on meanwhile,
/// unless a handler has to wait.
void ExplorerCancel(void *task);

// Agents.

/// Adds an agent that may run at any time.
void ExplorerSpawn(ExplorerFunction function, void *context, const char *name);

/// Adds an item to a serial queue; to the main queue, if it is null.
void ExplorerEnqueue(const void *queue, ExplorerFunction function, void *context, const char *name);

/// What has to have ended when no agent is left: 1 begins it, and -1 ends it.
void ExplorerMustEnd(int change, const char *name);

/// Orders what tasks leave for an actor, whose own queue can't be seen. For a program that has one, in its set-up.
void ExplorerHasActor(void);

/// Ends the agent that calls it. Returns if no trap is expected.
void ExplorerTrap(void);

/// Lets a trap end its agent, and not the program. For a program that is about traps, in its set-up.
void ExplorerExpectsTraps(void);

/// Lets new objects have the addresses of freed ones. For a program that is about that, in its set-up.
void ExplorerReusesAddresses(void);

/// How many locks and queues the caller holds.
int ExplorerHeldCount(void);
/// Whether the caller is an agent of the main queue.
bool ExplorerIsOnMain(void);
/// The name of the caller; null outside an agent.
const char *ExplorerAgentName(void);

// Exploring.

typedef struct {
    /// How often an agent that could go on may be interrupted.
    int preemptions;
    /// Zero for no limit.
    double seconds;
    /// The schedule to run, which is printed as a table, or null to try all.
    const char *schedule;
} ExplorerOptions;

/// What was found. A process that ends shares it with the one that started it.
typedef struct {
    long schedules;
    /// How many were wrong.
    long wrong;
    bool isComplete;
    /// Whether a run took another way when it was repeated, so that the rest can't be tried.
    bool hasDiverged;
    double seconds;
    /// The first that was wrong, counted from 1.
    long firstWrong;
    /// The number of steps of the shortest wrong schedule.
    long shortest;
    /// What is wrong in it; empty if nothing is.
    char problem[1000];
    char schedule[4000];
} ExplorerResult;

typedef void (*ExplorerSetUp)(void *context);
/// Returns what is wrong, allocated with malloc, or null.
typedef char *(*ExplorerCheck)(void *context);

/// Runs a program in all orders, each between a set-up and a check.
void ExplorerExplore(
    ExplorerOptions options, ExplorerSetUp setUp, ExplorerCheck check, void *context, ExplorerResult *result);

// Processes.

/// Memory that a process shares with those that it starts.
void *ExplorerSharedMemory(unsigned long size);

/// Calls a function in a separate process, whose main thread runs the main queue, and waits for it.
void ExplorerInProcess(ExplorerFunction function, void *context);

/// Calls a function for each number in a separate process, one on each processor, and prints in order what they print.
void ExplorerForEach(int count, void (*function)(int number));

/// Starts the program again with fixed addresses and hashes, which decide the order of dictionaries.
void ExplorerFixAddresses(char **arguments);

#ifdef __cplusplus
}
#endif
