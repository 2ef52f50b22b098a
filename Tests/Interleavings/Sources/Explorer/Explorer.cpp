#include "State.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <pthread.h>
#include <unistd.h>

thread_local Agent *current;
volatile Phase phase = Phase::none;
std::deque<Agent> agents;
std::unordered_map<const void *, Object> objects;
std::vector<Decision> decisions;
std::vector<Step> steps;
bool isTable;
const char actors = 0;
bool hasActor;
bool expectsTraps;
bool reusesAddresses;

namespace {

/// More steps than any program needs.
constexpr size_t mostSteps = 2000;
/// More yields in a row than what a program does that isn't waiting.
constexpr int mostYields = 2;

Queue mainQueue;
std::unordered_map<const void *, Queue> queues;
std::unordered_map<std::string, int> unended;
/// How many agents have a name.
std::unordered_map<std::string, int> names;
Worker mainWorker;
std::vector<Worker *> idleWorkers;
sem_t runHasEnded;
int setUpNumber, objectNumber;

ExplorerOptions options;
ExplorerResult *result;
std::vector<Decision> prefix;
int preemptions;
/// The rest of the run is known, or the run doesn't repeat the one that it begins with.
bool isKnown, hasDiverged;
bool isStuck;
/// The next step is taken by another agent, although the last one could go on.
bool isInterruption;

/// States that were reached, each with the fewest preemptions that it took. Open addressing: eight bytes a state.
class States {
    std::vector<Hash> table = std::vector<Hash>(1 << 16);
    size_t count = 0;

    Hash &place(Hash state) {
        size_t at = (state >> 8) & (table.size() - 1);
        while (table[at] && table[at] >> 8 != state >> 8) at = (at + 1) & (table.size() - 1);
        return table[at];
    }

public:
    void clear() {
        table.assign(1 << 16, 0);
        count = 0;
    }

    /// Returns whether a state was reached with as few preemptions, and notes it.
    bool contains(Hash state, int preemptions) {
        Hash &known = place(state);
        if (known && (int)(known & 0xFF) <= preemptions) return true;
        if (!known) count++;
        known = (state & ~Hash(0xFF)) | preemptions;
        if (2 * count > table.size()) {
            std::vector<Hash> old(2 * table.size());
            old.swap(table);
            for (Hash state : old) if (state) place(state) = state;
        }
        return false;
    }
} states;

bool isEnabled(const Agent &agent) {
    if (agent.isDone) return false;
    if (agent.next.kind == Kind::start) return !agent.queue || agent.queue->agents.front() == agent.number;
    auto found = objects.find(agent.next.object);
    if (found == objects.end()) return true;
    const Object &object = found->second;
    switch (agent.next.kind) {
    case Kind::lock:
    case Kind::enter: return object.holder < 0;
    case Kind::enterAlone: return object.holder < 0 && object.readers == 0;
    default: return true;
    }
}

/// The agents that may take the next step, first the one that took the last.
void findCandidates(const Agent *last, std::vector<int> &found) {
    found.clear();
    if (last && isEnabled(*last)) found.push_back(last->number);
    for (const Agent &agent : agents) if (&agent != last && isEnabled(agent)) found.push_back(agent.number);
    // A task that yields until something changes goes on when it may have changed.
    auto isWaiting = [](int number) { return !agents[number].hasStarted && agents[number].yields > mostYields; };
    if (!std::all_of(found.begin(), found.end(), isWaiting))
        found.erase(std::remove_if(found.begin(), found.end(), isWaiting), found.end());
}

/// A state, up to what agents can't notice: the order of steps that don't concern the same object.
Hash stateHash(const Agent *runnable) {
    Hash hash = runnable ? mix(11, runnable->hash) : 7;
    for (const Agent &agent : agents) hash += mix(agent.hash, agent.isDone ? 3 : 5);
    return hash;
}

/// The agent that takes the next step; null if none can.
Agent *choose(const Agent *last) {
    static std::vector<int> found;
    findCandidates(last, found);
    if (found.empty()) return nullptr;
    Agent *first = &agents[found[0]];
    if (found.size() == 1 || phase == Phase::rest) return first;

    bool isPreemption = first == last;
    bool isFree = !isPreemption || preemptions < options.preemptions;
    Decision decision = {0, isFree ? (int)found.size() : 1, 0};
    for (int number : found) decision.candidates = mix(decision.candidates, number * 8 + (int)agents[number].next.kind);
    size_t depth = decisions.size();
    if (depth < prefix.size()) {
        decision.index = prefix[depth].index;
        bool isRepeated = options.schedule || prefix[depth].candidates == decision.candidates;
        if (!isRepeated || decision.index >= (int)found.size()) {
            hasDiverged = true;
            decision.index = 0;
        }
    } else if (!isKnown && !options.schedule && states.contains(stateHash(isPreemption ? last : nullptr), preemptions)) {
        isKnown = true;
    }
    if (isKnown) return first;
    decisions.push_back(decision);
    if (isPreemption && decision.index > 0) preemptions++;
    return &agents[found[decision.index]];
}

void *work(void *worker);

void resume(Agent &agent) {
    if (!agent.worker) {
        if (agent.queue && agent.queue->isMain) {
            agent.worker = &mainWorker;
        } else if (idleWorkers.empty()) {
            agent.worker = new Worker;
            sem_init(&agent.worker->turn, 0, 0);
            pthread_attr_t attributes;
            pthread_attr_init(&attributes);
            pthread_attr_setstacksize(&attributes, 1 << 20);
            pthread_t thread;
            pthread_create(&thread, &attributes, work, agent.worker);
        } else {
            agent.worker = idleWorkers.back();
            idleWorkers.pop_back();
        }
        agent.worker->agent = &agent;
    }
    sem_post(&agent.worker->turn);
}

void wait(sem_t &semaphore) {
    while (sem_wait(&semaphore)) {}
}

void endRun() {
    for (const Agent &agent : agents) if (!agent.isDone) isStuck = true;
    sem_post(&runHasEnded);
}

Object &objectAt(const void *address, const char *kind) {
    Object &object = objects[address];
    if (!object.name) {
        object.name = current ? mix(current->hash, ++current->objects) : mix(0x5E7, ++setUpNumber);
        object.number = ++objectNumber;
        object.kind = kind;
    }
    return object;
}

void note(ExplorerAccess access, Object &object) {
    Hash hash = mix(mix(current->hash, object.name), access ? mix(object.written, object.read) : object.written + 1);
    current->hash = hash;
    if (access == ExplorerRead) {
        object.read += hash;
    } else {
        object.written = hash;
        object.read = 0;
        current->hasWritten = true;
    }
}

/// Notes the step that an agent was chosen for.
void perform(Agent &agent) {
    if (phase == Phase::run) {
        if (steps.size() >= mostSteps) endWith("a livelock: the agents take steps for ever");
        steps.push_back({agent.number, isInterruption, isTable ? agent.next.verb : "", ""});
        isInterruption = false;
    }
    if (agent.next.kind == Kind::start) return;
    Object &object = objectAt(agent.next.object, agent.next.objectKind);
    if (phase == Phase::run && isTable) {
        if (*object.kind) steps.back().text += std::string(" ") + object.kind + " " + std::to_string(object.number);
        steps.back().function = callingFunction();
    }
    switch (agent.next.kind) {
    case Kind::lock:
    case Kind::enterAlone:
        object.holder = agent.number;
        agent.held++;
        note(ExplorerWrite, object);
        break;
    case Kind::enter:
        object.readers++;
        agent.held++;
        note(ExplorerRead, object);
        break;
    default: note(agent.next.kind == Kind::write ? ExplorerWrite : ExplorerRead, object);
    }
}

void runNextAgent(Worker &worker) {
    wait(worker.turn);
    Agent &agent = *worker.agent;
    current = &agent;
    agent.hasStarted = true;
    if (agent.queue) agent.hash = mix(agent.hash, agent.queue->latest);
    perform(agent);
    isControlled = true;
    if (!setjmp(worker.trap)) agent.function(agent.context);
    isControlled = false;
    // A task that leaves for an actor does so at the end of its part.
    if (hasActor) note(ExplorerWrite, objectAt(&actors, "actors"));
    agent.isDone = true;
    if (agent.queue) {
        agent.queue->agents.pop_front();
        agent.queue->latest = agent.hash;
    }
    current = nullptr;
    if (!worker.isMain) idleWorkers.push_back(&worker);
    if (Agent *next = choose(nullptr)) resume(*next);
    else endRun();
}

void *work(void *worker) {
    while (true) runNextAgent(*(Worker *)worker);
}

double seconds(clockid_t clock) {
    timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

/// Waits for the end of a run. An agent that waits for something else than the explorer never ends it.
void waitForEnd() {
    for (double used = 0;;) {
        // Time: nothing runs for so long only if an agent waits. On a busy machine, a step takes longer, but not all of it.
        timespec limit;
        clock_gettime(CLOCK_REALTIME, &limit);
        limit.tv_sec += 10;
        int status;
        do status = sem_timedwait(&runHasEnded, &limit); while (status && errno == EINTR);
        if (!status) return;
        double now = seconds(CLOCK_PROCESS_CPUTIME_ID);
        if (now - used < 0.001) endWith("a real wait: an agent waits for a lock that the explorer doesn't control");
        used = now;
    }
}

void runOnce(ExplorerSetUp setUp, void *context) {
    agents.clear();
    objects.clear();
    queues.clear();
    unended.clear();
    names.clear();
    forgetTasks();
    makeFreedAvailable();
    mainQueue = Queue();
    mainQueue.isMain = true;
    setUpNumber = objectNumber = preemptions = 0;
    isStuck = isKnown = hasDiverged = hasActor = expectsTraps = reusesAddresses = isInterruption = false;
    decisions.clear();
    steps.clear();
    phase = Phase::setUp;
    isControlled = true;
    setUp(context);
    isControlled = false;
    phase = Phase::run;
    Agent *first = choose(nullptr);
    if (!first) return;
    resume(*first);
    waitForEnd();
}

void runRest() {
    phase = Phase::rest;
    Agent *first = choose(nullptr);
    if (!first) return;
    resume(*first);
    waitForEnd();
}

void report(const std::string &problem) {
    if (!result->wrong++) result->firstWrong = result->schedules;
    if (result->problem[0] && (long)steps.size() >= result->shortest) return;
    result->shortest = (long)steps.size();
    snprintf(result->problem, sizeof result->problem, "%s", problem.c_str());
    snprintf(result->schedule, sizeof result->schedule, "%s", scheduleText().c_str());
}

std::string describeDeadlock() {
    std::string text = "a deadlock";
    for (const Agent &agent : agents) {
        if (agent.isDone || !agent.hasStarted) continue;
        auto found = objects.find(agent.next.object);
        if (found == objects.end()) continue;
        const Object &object = found->second;
        text += "; " + agent.name + " waits for " + object.kind + " " + std::to_string(object.number);
        if (object.holder >= 0) text += ", which " + agents[object.holder].name + " holds";
        else if (object.readers > 0) text += ", which " + std::to_string(object.readers) + " readers hold";
    }
    return text;
}

void crash(int signal) {
    current = nullptr;
    endWith(std::string("a crash: ") + strsignal(signal));
}

/// The schedule to begin the next run with; false if all were tried.
bool advance(std::vector<Decision> done) {
    while (!done.empty() && done.back().index + 1 >= done.back().count) done.pop_back();
    if (done.empty()) return false;
    done.back().index++;
    prefix = std::move(done);
    return true;
}

/// Makes decisions of a text such as "7:1,12:2": the second candidate at decision 7, and the third at decision 12.
void parse(const char *schedule) {
    prefix.clear();
    int place, index, length;
    while (sscanf(schedule, "%d:%d%n", &place, &index, &length) == 2) {
        if ((int)prefix.size() <= place) prefix.resize(place + 1);
        prefix[place].index = index;
        schedule += length;
        if (*schedule == ',') schedule++;
    }
}

Queue &queueAt(const void *address) { return address ? queues[address] : mainQueue; }

}  // namespace

Hash mix(Hash left, Hash right) {
    Hash hash = left * 0x9E3779B97F4A7C15ull ^ (right + 0xD1B54A32D192ED03ull + (left << 6) + (left >> 2));
    for (int round = 0; round < 2; round++) {
        hash ^= hash >> 32;
        hash *= 0xD6E8FEB86659FD93ull;
    }
    return hash ^ hash >> 32;
}

void take(Operation operation) {
    Agent *agent = current;
    if (!agent) return;
    Uncontrolled scope;
    agent->next = operation;
    Agent *next = atomicCalls && isEnabled(*agent) ? agent : choose(agent);
    if (!next) {
        endRun();
        while (true) pause();
    }
    if (next != agent) {
        isInterruption = isEnabled(*agent);
        resume(*next);
        wait(agent->worker->turn);
    }
    perform(*agent);
}

Agent &add(Queue *queue, ExplorerFunction function, void *context, std::string name) {
    if (!current && phase == Phase::run) endWith("'" + name + "' comes from a thread that the explorer doesn't control");
    int number = (int)agents.size();
    int namesake = ++names[name];
    if (namesake > 1) name += " (" + std::to_string(namesake) + ")";
    Hash hash = current ? mix(current->hash, 0xADD + ++current->objects) : mix(0xADD, ++setUpNumber);
    agents.push_back({number, std::move(name), function, context, queue, hash});
    if (queue) queue->agents.push_back(number);
    return agents.back();
}

void noteAddresses(const void *region) {
    if (!current) return;
    Uncontrolled scope;
    note(ExplorerWrite, objectAt(region, "addresses"));
}

Agent &addToMainQueue(ExplorerFunction function, void *context, std::string name) {
    take({Kind::write, &mainQueue, "adds to", "main queue"});
    return add(&mainQueue, function, context, std::move(name));
}

void endWith(std::string problem) {
    report(problem);
    if (isTable) printTable();
    fflush(stdout);
    _exit(0);
}

void runInThisProcess(ExplorerFunction function, void *context) {
    for (int number : {SIGILL, SIGTRAP, SIGSEGV, SIGABRT, SIGBUS}) signal(number, crash);
    sem_init(&runHasEnded, 0, 0);
    sem_init(&mainWorker.turn, 0, 0);
    mainWorker.isMain = true;
    installRuntimeHooks();
    struct Call { ExplorerFunction function; void *context; };
    pthread_t thread;
    pthread_create(&thread, nullptr, [](void *argument) -> void * {
        Call *call = (Call *)argument;
        call->function(call->context);
        fflush(stdout);
        _exit(0);
    }, new Call{function, context});
    while (true) runNextAgent(mainWorker);
}

extern "C" {

void ExplorerStep(ExplorerAccess access, const void *object, const char *verb, const char *kind) {
    Uncontrolled scope;
    if (current) take({access ? Kind::write : Kind::read, object, verb, kind});
    else if (phase == Phase::setUp) objectAt(object, kind);
}

void ExplorerBegin(const void *object, const char *kind) {
    if (!current && phase != Phase::setUp) return;
    Uncontrolled scope;
    objects.erase(object);
    objectAt(object, kind);
}

void ExplorerLock(const void *lock) { take({Kind::lock, lock, "locks", "lock"}); }

void ExplorerUnlock(const void *lock) {
    if (!current) return;
    Uncontrolled scope;
    Object &object = objectAt(lock, "lock");
    object.holder = -1;
    // What was done under the lock precedes what the next holder does.
    object.written = current->hash;
    current->held--;
}

void ExplorerEnter(const void *queue, bool isBarrier) {
    take({isBarrier ? Kind::enterAlone : Kind::enter, queue, isBarrier ? "enters alone" : "enters", "queue"});
}

void ExplorerLeave(const void *queue, bool isBarrier) {
    if (!current) return;
    Uncontrolled scope;
    Object &object = objectAt(queue, "queue");
    current->held--;
    if (isBarrier) {
        object.holder = -1;
        object.written = current->hash;
    } else {
        object.readers--;
        object.read += current->hash;
    }
}

void ExplorerSpawn(ExplorerFunction function, void *context, const char *name) {
    Uncontrolled scope;
    add(nullptr, function, context, name);
}

void ExplorerEnqueue(const void *queue, ExplorerFunction function, void *context, const char *name) {
    Uncontrolled scope;
    if (!queue) {
        addToMainQueue(function, context, name);
        return;
    }
    take({Kind::write, queue, "adds to", "queue"});
    add(&queueAt(queue), function, context, name);
}

void ExplorerMustEnd(int change, const char *name) {
    Uncontrolled scope;
    unended[name] += change;
}
void ExplorerHasActor(void) { hasActor = true; }
void ExplorerExpectsTraps(void) { expectsTraps = true; }
void ExplorerTrap(void) { if (current && expectsTraps) longjmp(current->worker->trap, 1); }
void ExplorerReusesAddresses(void) { reusesAddresses = true; }
int ExplorerHeldCount(void) { return current ? current->held : 0; }
bool ExplorerIsOnMain(void) { return current && current->worker->isMain; }
const char *ExplorerAgentName(void) { return current ? current->name.c_str() : nullptr; }

void ExplorerExplore(
    ExplorerOptions chosen, ExplorerSetUp setUp, ExplorerCheck check, void *context, ExplorerResult *shared
) {
    // What the runtime says of a run that is wrong belongs beside its table, and not beside the name of each other one.
    if (!chosen.schedule && !freopen("/dev/null", "w", stderr)) abort();
    // What runs first initializes what is global, so that no agent waits for another that does.
    result = shared;
    result->schedules = 1;
    options = {};
    auto finish = [&] {
        phase = Phase::check;
        isControlled = true;
        char *wrong = check(context);
        isControlled = false;
        std::string problem = wrong ? wrong : "";
        free(wrong);
        runRest();
        return problem;
    };
    runOnce(setUp, context);
    if (isStuck) endWith(describeDeadlock());
    finish();

    *result = {};
    options = chosen;
    states.clear();
    prefix.clear();
    isTable = options.schedule;
    if (options.schedule) parse(options.schedule);
    double start = seconds(CLOCK_MONOTONIC);
    long last = 0;
    while (true) {
        result->schedules++;
        runOnce(setUp, context);
        result->seconds = seconds(CLOCK_MONOTONIC) - start;
        if (hasDiverged) {
            result->hasDiverged = true;
            return;
        }
        std::vector<Decision> done = decisions;
        if (isStuck) endWith(describeDeadlock());
        std::string problem;
        for (auto &[name, count] : unended) if (count > 0) problem = "'" + name + "' never ends";
        std::string wrong = finish();
        if (problem.empty()) problem = wrong;
        if (!problem.empty()) {
            report(problem);
            // Others may be shorter.
            if (!last) last = 2 * result->schedules + 5000;
        }
        if (isTable) return printTable();
        if (!advance(done)) {
            result->isComplete = true;
            return;
        }
        if (last && result->schedules >= last) return;
        if (options.seconds > 0 && result->seconds > options.seconds) return;
    }
}

}
