// A scheduler for tests: real threads, of which one runs at a time, and memory that may show old values.
//
// Each step of the library's atomic operations and locks ends up here. The scheduler decides which thread goes on, and
// which of the values that the C memory model allows a load returns. Loads and stores happen in the order of the
// schedule; what a weaker order than sequential consistency adds is that a load may return an older value, unless a
// later one happened before the load, was read by the thread before, or is last in the order of sequential consistency.
// So a store that waits in a processor's buffer is a store that others don't read yet.

#include "include/BroadcasterAtomics.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __APPLE__
#include <dispatch/dispatch.h>
typedef dispatch_semaphore_t Semaphore;
static void make(Semaphore *semaphore) { *semaphore = dispatch_semaphore_create(0); }
static void await(Semaphore *semaphore) { dispatch_semaphore_wait(*semaphore, DISPATCH_TIME_FOREVER); }
static void signalTo(Semaphore *semaphore) { dispatch_semaphore_signal(*semaphore); }
#else
#include <semaphore.h>
typedef sem_t Semaphore;
static void make(Semaphore *semaphore) { sem_init(semaphore, 0, 0); }
static void await(Semaphore *semaphore) {
    while (sem_wait(semaphore) != 0) {}
}
static void signalTo(Semaphore *semaphore) { sem_post(semaphore); }
#endif

enum { maxThreads = 8, maxDecisions = 1 << 16, maxSteps = 20000, places = 4096, history = 16 };

bool HeapIsKept(const void *address);
const char *HeapLetGo(void);
bool HeapIsOwn(const void *address);
void HeapShare(void);

// MARK: Decisions

typedef struct {
    uint8_t options;
    uint8_t chosen;
    bool isFree;  // The first option is free; others cost one, unless no thread could go on as it was.
} Decision;

static Decision decisions[maxDecisions];
static int decisionCount, prefixCount, bound;
static enum { depthFirst, atRandom, replay } strategy;
static uint64_t randomState;
static unsigned switchOdds;
static bool isTraced;
static long steps;

static struct {
    int decision, option;
} replayed[maxDecisions];
static int replayedCount;

static uint64_t nextRandom(void) {
    uint64_t z = (randomState += 0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

static int decide(int options, bool isFree) {
    if (options == 1) return 0;
    if (decisionCount == maxDecisions) ExploreFail("The schedule has too many decisions.");
    int index = decisionCount++, chosen = 0;
    if (strategy == replay) {
        for (int i = 0; i < replayedCount; i++)
            if (replayed[i].decision == index && replayed[i].option < options) chosen = replayed[i].option;
    } else if (strategy == atRandom) {
        if (isFree || nextRandom() % switchOdds == 0) chosen = (int)(nextRandom() % (unsigned)options);
    } else if (index < prefixCount) {
        chosen = decisions[index].chosen;
        if (decisions[index].options != options) ExploreFail("The same decisions led elsewhere: a test isn't deterministic.");
    }
    decisions[index] = (Decision){(uint8_t)options, (uint8_t)chosen, isFree};
    return chosen;
}

void ExploreDepthFirst(int most) {
    strategy = depthFirst;
    bound = most;
    prefixCount = 0;
}

bool ExploreNext(void) {
    int spent = 0;
    for (int i = 0; i < decisionCount; i++) spent += decisions[i].chosen > 0 && !decisions[i].isFree;
    for (int i = decisionCount - 1; i >= 0; i--) {
        Decision *last = &decisions[i];
        spent -= last->chosen > 0 && !last->isFree;
        if (last->chosen + 1 < last->options && spent + !last->isFree <= bound) {
            last->chosen++;
            prefixCount = i + 1;
            return true;
        }
    }
    return false;
}

void ExploreAgain(void) {
    strategy = depthFirst;
    prefixCount = decisionCount;
}

void ExploreAtRandom(uint64_t seed) {
    strategy = atRandom;
    randomState = seed;
    switchOdds = 2u << (nextRandom() % 6);
}

void ExploreReplay(const char *text, bool traced) {
    strategy = replay;
    isTraced = traced;
    replayedCount = 0;
    int decision, option, length;
    while (sscanf(text, " %d:%d%n", &decision, &option, &length) == 2) {
        replayed[replayedCount].decision = decision;
        replayed[replayedCount++].option = option;
        text += length;
    }
}

// MARK: Verdicts

static void say(const char *text) {
    if (write(STDOUT_FILENO, text, strlen(text)) < 0) _exit(2);
}

static void sayDecisions(void) {
    char text[32];
    say("schedule:");
    for (int i = 0; i < decisionCount; i++) {
        if (decisions[i].chosen == 0) continue;
        snprintf(text, sizeof text, " %d:%d", i, decisions[i].chosen);
        say(text);
    }
    say("\n");
}

static void fail(const char *message) {
    say("failure: ");
    say(message);
    say("\n");
    sayDecisions();
    _exit(1);
}

void ExploreFail(const char *message) {
    fail(message);
    _exit(1);
}

static void crashed(int number) {
    fail(number == SIGSEGV || number == SIGBUS ? "bad access" : number == SIGXCPU ? "a step never ends" : "crash");
}

__attribute__((constructor)) static void noticeCrashes(void) {
    static char stack[1 << 16];
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&alternate, NULL);
    int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGXCPU};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction action = {0};
        action.sa_handler = crashed;
        action.sa_flags = SA_ONSTACK;
        sigaction(numbers[i], &action, NULL);
    }
}

// MARK: Threads

typedef struct {
    uint64_t at[maxThreads];
} Clock;

typedef struct {
    pthread_t thread;
    Semaphore turn;
    bool isDone;
    bool (*condition)(void *);
    void *context;
    Clock clock;
    int locksHeld;
    long steps;
    jmp_buf start;
} Explored;

static Explored threads[maxThreads];
static int threadCount, started, traps;
static long locksTaken;
static void (*threadBody)(int, void *);
static void *threadContext;
static __thread int self = -1;

static void join(Clock *to, const Clock *from) {
    for (int i = 0; i < maxThreads; i++)
        if (from->at[i] > to->at[i]) to->at[i] = from->at[i];
}

static bool canGoOn(int thread) {
    Explored *it = &threads[thread];
    return !it->isDone && (!it->condition || it->condition(it->context));
}

/// Decides who goes on; returns when it is the turn of the calling thread again, or at once if that is done.
static void pass(void) {
    int options[maxThreads], count = 0, me = self;
    bool canStay = canGoOn(me);
    if (canStay) options[count++] = me;
    for (int i = 0; i < threadCount; i++)
        if (i != me && canGoOn(i)) options[count++] = i;
    if (count == 0) ExploreFail("deadlock: each thread waits");
    int next = options[decide(count, !canStay)];
    if (next == me) return;
    bool isDone = threads[me].isDone;
    signalTo(&threads[next].turn);
    if (!isDone) await(&threads[me].turn);
}

static void step(const char *what, const void *place, uintptr_t value) {
    if (++steps > maxSteps) ExploreFail("livelock: the schedule doesn't end");
    threads[self].steps++;
    if (isTraced) {
        char text[160];
        snprintf(text, sizeof text, "  %5d  thread %d  %s %p", decisionCount, self, what, place);
        say(text);
        if (value) {
            snprintf(text, sizeof text, " %#lx", (unsigned long)value);
            say(text);
        }
        say("\n");
    }
    if (HeapIsKept(place)) ExploreFail("use after free");
}

void ExploreYield(const char *what, const void *place) {
    if (self < 0) return;
    step(what, place, 0);
    // No other thread can tell whether it ran before or after this step.
    if (HeapIsOwn(place)) return;
    pass();
    if (HeapIsKept(place)) ExploreFail("use after free");
}

void ExploreWait(const char *what, bool (*condition)(void *), void *context) {
    if (self < 0) {
        if (!condition(context)) ExploreFail("The test waits outside of a schedule.");
        return;
    }
    step(what, NULL, 0);
    threads[self].condition = condition;
    threads[self].context = context;
    pass();
    threads[self].condition = NULL;
}

int ExploreThread(void) { return self; }

int ExploreTraps(void) { return traps; }

long ExploreOwnSteps(void) { return self < 0 ? 0 : threads[self].steps; }

void ExploreTrap(const char *message) {
    if (self < 1) ExploreFail(message);
    traps++;
    longjmp(threads[self].start, 1);
}

static void *run(void *argument) {
    self = (int)(intptr_t)argument;
    while (true) {
        await(&threads[self].turn);
        if (setjmp(threads[self].start) == 0) threadBody(self, threadContext);
        threads[self].isDone = true;
        HeapShare();
        pass();
    }
    return NULL;
}

static bool othersAreDone(void *context) {
    for (int i = 1; i < threadCount; i++)
        if (!threads[i].isDone) return false;
    return true;
}

static void resetPlaces(void);

void ExploreRun(int count, void (*body)(int, void *), void *context) {
    while (started < count) {
        make(&threads[started].turn);
        if (started > 0) pthread_create(&threads[started].thread, NULL, run, (void *)(intptr_t)started);
        started++;
    }
    threadCount = count;
    threadBody = body;
    threadContext = context;
    decisionCount = traps = 0;
    steps = 0;
    resetPlaces();
    for (int i = 0; i < count; i++) {
        threads[i].isDone = false;
        threads[i].condition = NULL;
        threads[i].locksHeld = 0;
        threads[i].steps = 0;
        memset(&threads[i].clock, 0, sizeof(Clock));
    }
    ExploreKeepFreed(true);
    self = 0;
    HeapShare();
    pass();
    body(0, context);
    ExploreWait("wait for the others", othersAreDone, threads);
    self = -1;
    ExploreKeepFreed(false);
    const char *error = HeapLetGo();
    if (error) ExploreFail(error);
}

// MARK: Memory

typedef struct {
    uintptr_t value;
    int thread;
    uint64_t time;
    bool isSequential;
    Clock released;
} Written;

typedef struct {
    const void *place;
    unsigned long epoch;
    long first, next;  // The values first ..< next are known.
    long seen[maxThreads];
    Written values[history];
} Place;

static Place table[places];
static unsigned long epoch;

static void resetPlaces(void) { epoch++; }

static uintptr_t now(const void *place, size_t size) {
    switch (size) {
    case 1: return *(const volatile uint8_t *)place;
    case 4: return *(const volatile uint32_t *)place;
    default: return *(const volatile uintptr_t *)place;
    }
}

static Place *find(const void *place, size_t size) {
    size_t index = ((uintptr_t)place * 0x9E3779B97F4A7C15) >> 52;
    for (size_t i = 0; i < places; i++, index = (index + 1) % places) {
        Place *found = &table[index];
        if (found->epoch == epoch && found->place == place) return found;
        if (found->epoch == epoch) continue;
        memset(found, 0, sizeof *found);
        found->place = place;
        found->epoch = epoch;
        found->values[0] = (Written){.value = now(place, size), .isSequential = true};
        found->next = 1;
        return found;
    }
    ExploreFail("The schedule uses too many words.");
}

static bool acquires(int order) { return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE; }
static bool releases(int order) { return order != __ATOMIC_RELAXED && order != __ATOMIC_ACQUIRE; }

static void record(Place *place, uintptr_t value, int order, const Clock *continued) {
    Explored *me = &threads[self];
    Written *new = &place->values[place->next % history];
    *new = (Written){value, self, ++me->clock.at[self], order == __ATOMIC_SEQ_CST, {{0}}};
    if (releases(order)) new->released = me->clock;
    if (continued) join(&new->released, continued);
    place->seen[self] = place->next++;
    if (place->next - place->first > history) place->first++;
}

uintptr_t ExploreLoad(const void *place, size_t size, int order) {
    if (self < 0) return now(place, size);
    ExploreYield("load", place);
    Place *it = find(place, size);
    Explored *me = &threads[self];
    long oldest = it->first > it->seen[self] ? it->first : it->seen[self];
    long newest = it->next - 1;
    for (long i = newest; i > oldest; i--) {
        const Written *written = &it->values[i % history];
        bool happenedBefore = written->time <= me->clock.at[written->thread];
        if (happenedBefore || (order == __ATOMIC_SEQ_CST && written->isSequential)) oldest = i;
    }
    long chosen = newest - decide((int)(newest - oldest + 1), false);
    const Written *written = &it->values[chosen % history];
    it->seen[self] = chosen;
    if (acquires(order)) join(&me->clock, &written->released);
    if (isTraced && chosen != newest) say("         an older value\n");
    return written->value;
}

void ExploreStore(void *place, size_t size, uintptr_t value, int order) {
    if (self >= 0) {
        ExploreYield("store", place);
        record(find(place, size), value, order, NULL);
        if (!HeapIsOwn(place)) HeapShare();
    }
    switch (size) {
    case 1: *(volatile uint8_t *)place = (uint8_t)value; break;
    case 4: *(volatile uint32_t *)place = (uint32_t)value; break;
    default: *(volatile uintptr_t *)place = value;
    }
    ExploreYield("stored", place);
}

uintptr_t ExploreAdd(uintptr_t *place, uintptr_t value, int order) {
    if (self < 0) return *place += value;
    ExploreYield("add", place);
    Place *it = find(place, sizeof *place);
    Written last = it->values[(it->next - 1) % history];
    if (acquires(order)) join(&threads[self].clock, &last.released);
    uintptr_t sum = last.value + value;
    record(it, sum, order, &last.released);
    if (!HeapIsOwn(place)) HeapShare();
    *(volatile uintptr_t *)place = sum;
    ExploreYield("added", place);
    return sum;
}

// MARK: Locks

static bool isUnlocked(void *mutex) {
    ExploreMutex *it = mutex;
    return it->writer == 0 && it->readers == 0;
}

static bool hasNoWriter(void *mutex) { return ((ExploreMutex *)mutex)->writer == 0; }

static void took(ExploreMutex *mutex) {
    locksTaken++;
    if (self < 0) return;
    threads[self].locksHeld++;
    ExploreReceive(mutex->clock);
}

static void gave(ExploreMutex *mutex) {
    if (self < 0) return;
    threads[self].locksHeld--;
    ExploreSend(mutex->clock);
}

void ExploreLock(ExploreMutex *mutex) {
    if (HeapIsKept(mutex)) ExploreFail("use after free of a lock");
    ExploreWait("lock", isUnlocked, mutex);
    mutex->writer = 1;
    took(mutex);
}

void ExploreUnlock(ExploreMutex *mutex) {
    gave(mutex);
    mutex->writer = 0;
    ExploreYield("unlocked", NULL);
}

void ExploreLockShared(ExploreMutex *mutex) {
    ExploreWait("lock shared", hasNoWriter, mutex);
    mutex->readers++;
    took(mutex);
}

void ExploreUnlockShared(ExploreMutex *mutex) {
    gave(mutex);
    mutex->readers--;
    ExploreYield("unlocked", NULL);
}

int ExploreLocksHeld(void) { return self < 0 ? 0 : threads[self].locksHeld; }

long ExploreLocksTaken(void) { return locksTaken; }

void ExploreSend(uint64_t *clock) {
    if (self < 0) return;
    HeapShare();
    threads[self].clock.at[self]++;
    for (int i = 0; i < maxThreads; i++)
        if (threads[self].clock.at[i] > clock[i]) clock[i] = threads[self].clock.at[i];
}

void ExploreReceive(const uint64_t *clock) {
    if (self < 0) return;
    for (int i = 0; i < maxThreads; i++)
        if (clock[i] > threads[self].clock.at[i]) threads[self].clock.at[i] = clock[i];
}
