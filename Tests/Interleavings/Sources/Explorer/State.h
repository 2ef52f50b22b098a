#pragma once

#include "Explorer.h"
#include <csetjmp>
#include <deque>
#include <semaphore.h>
#include <string>
#include <unordered_map>
#include <vector>

using Hash = uint64_t;

struct Queue {
    std::deque<int> agents;
    /// The hash of the item that ended last, which the next one follows.
    Hash latest = 0;
    bool isMain = false;
};

enum class Kind { start, read, write, lock, enter, enterAlone };

struct Operation {
    Kind kind;
    const void *object;
    const char *verb;
    const char *objectKind;
};

/// A thread that runs one agent after another.
struct Worker {
    sem_t turn;
    /// Where an agent that traps ends.
    jmp_buf trap;
    struct Agent *agent = nullptr;
    bool isMain = false;
};

struct Agent {
    int number;
    std::string name;
    ExplorerFunction function;
    void *context;
    Queue *queue;
    /// What it did, and what it read from others: two runs in which all agents have the same hashes are in one state.
    Hash hash;
    Worker *worker = nullptr;
    Operation next = {Kind::start, nullptr, "starts", nullptr};
    bool hasStarted = false;
    bool isDone = false;
    int objects = 0;
    /// How many locks and queues it holds.
    int held = 0;
    /// How often its task has yielded without having written in between, as one does that waits for a condition.
    int yields = 0;
    /// Whether it is the item of a yield, which adds what goes on after it.
    bool isYield = false;
    bool hasYielded = false;
    bool hasWritten = false;
};

/// What agents share: a lock, a queue, an atomic word, the count of an object's references.
struct Object {
    /// Who made it, and when: the address differs between runs.
    Hash name = 0;
    int number = 0;
    const char *kind = "object";
    /// The hashes of the agent that wrote it last, and of those that have read it since, which is a sum, because their
    /// order is nothing that anyone can notice.
    Hash written = 0;
    Hash read = 0;
    int holder = -1;
    int readers = 0;
};

struct Decision {
    int index;
    /// How many agents may be chosen.
    int count;
    /// What was to be chosen from, for noticing that a run doesn't repeat.
    Hash candidates;
};

struct Step {
    int agent;
    /// Whether the agent before it could have gone on.
    bool isInterruption;
    /// For the table: what it does, and in which function.
    std::string text;
    std::string function;
};

Hash mix(Hash left, Hash right);

/// The agent that the calling thread runs.
extern thread_local Agent *current;

/// Whether the calling thread runs the program, whose memory must lie at the same addresses in each run.
extern thread_local bool isControlled;

/// The calling thread is the explorer's until the end of the scope.
struct Uncontrolled {
    bool before = isControlled;
    Uncontrolled() { isControlled = false; }
    ~Uncontrolled() { isControlled = before; }
};

/// A run has a set-up and a check, in which one thread does everything. What they leave runs in any order.
enum class Phase { none, setUp, run, check, rest };
extern volatile Phase phase;

extern std::deque<Agent> agents;
extern std::unordered_map<const void *, Object> objects;
extern std::vector<Decision> decisions;
extern std::vector<Step> steps;
extern bool isTable;

/// Takes a step before which other agents may go on.
void take(Operation operation);
/// Adds an agent, to a queue if there is one.
Agent &add(Queue *queue, ExplorerFunction function, void *context, std::string name);
Agent &addToMainQueue(ExplorerFunction function, void *context, std::string name);

/// Ends the process, because what is wrong can't be left behind.
[[noreturn]] void endWith(std::string problem);
/// Runs a function on another thread, and the main queue on this one.
[[noreturn]] void runInThisProcess(ExplorerFunction function, void *context);

/// The function that the caller was called by, below those of the explorer.
std::string callingFunction();
void printTable();
std::string scheduleText();

void installRuntimeHooks();
void forgetTasks();
/// How many calls of the runtime hold a lock of it, so that no other agent may go on.
extern thread_local int atomicCalls;
/// What tasks leave for an actor, in their order; not a real object.
extern const char actors;
extern bool hasActor;

/// Whether memory that a run frees is used again in the run, which makes the order of all allocations matter.
extern bool reusesAddresses;
/// Notes that the addresses of a size are allocated or freed.
void noteAddresses(const void *region);
/// Lets a run use what the one before it freed.
void makeFreedAvailable();
