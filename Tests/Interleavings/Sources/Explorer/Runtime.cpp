// Makes agents of the parts of tasks, and steps of what the runtime does to references that may end.
#include "State.h"
#include <cstdlib>
#include <dlfcn.h>

thread_local int atomicCalls;

namespace {

std::unordered_map<void *, int> tasks;

/// Notes that an agent does nothing but to go on where another one yielded.
void goesOnAfterYield(Agent &agent) {
    if (!current || !current->isYield) return;
    agent.hasYielded = true;
    agent.yields = current->yields;
}

/// The name of a task: jobs of one task have one address.
std::string taskName(void *job, const char *suffix) {
    int number = tasks.emplace(job, (int)tasks.size() + 1).first->second;
    return "task " + std::to_string(number) + suffix;
}

template <typename Function> Function *original(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) abort();
    return (Function *)found;
}

}  // namespace

void forgetTasks() { tasks.clear(); }

extern "C" {

struct Executor { void *identity, *implementation; };
__attribute__((swiftcall)) extern void swift_job_run(void *job, Executor executor);
__attribute__((swiftcall)) extern Executor swift_task_getMainExecutor(void);
__attribute__((swiftcall)) extern void swift_task_cancel(void *task);

extern void *swift_task_enqueueGlobal_hook, *swift_task_enqueueMainExecutor_hook;

typedef __attribute__((swiftcall)) void Enqueue(void *job);

static void runJob(void *job) { swift_job_run(job, {nullptr, nullptr}); }
static void runMainJob(void *job) { swift_job_run(job, swift_task_getMainExecutor()); }

__attribute__((swiftcall)) static void enqueueGlobal(void *job, Enqueue *enqueue) {
    if (phase == Phase::none) return enqueue(job);
    Uncontrolled scope;
    goesOnAfterYield(add(nullptr, runJob, job, taskName(job, "")));
}

__attribute__((swiftcall)) static void enqueueMain(void *job, Enqueue *enqueue) {
    if (phase == Phase::none) return enqueue(job);
    Uncontrolled scope;
    goesOnAfterYield(addToMainQueue(runMainJob, job, taskName(job, ", on the main actor")));
}

// `Task.yield()` and `Task.sleep` ask none of the hooks, but all executors end here.
extern char _dispatch_main_q;
void dispatch_async_f(void *queue, void *job, ExplorerFunction function) {
    static auto *dispatch = original<void(void *, void *, ExplorerFunction)>("dispatch_async_f");
    if (phase == Phase::none) return dispatch(queue, job, function);
    Uncontrolled scope;
    Agent &agent = queue == &_dispatch_main_q
        ? addToMainQueue(function, job, taskName(job, ", after a yield, on the main actor"))
        : add(nullptr, function, job, taskName(job, ", after a yield"));
    agent.isYield = true;
    bool isRepeated = current && current->hasYielded && !current->hasWritten;
    agent.yields = isRepeated ? current->yields + 1 : 1;
}

/// The time may be over at any moment.
void dispatch_after_f(uint64_t time, void *queue, void *job, ExplorerFunction function) {
    static auto *dispatch = original<void(uint64_t, void *, void *, ExplorerFunction)>("dispatch_after_f");
    if (phase == Phase::none) return dispatch(time, queue, job, function);
    Uncontrolled scope;
    add(nullptr, function, job, taskName(job, ", after a time"));
}

// The executable's functions take the place of the runtime's. A step is what decides whether an object lives: the load of
// a weak reference, and a release of an object that has one, which is its last if all others come before. What other
// releases do, nothing notices.
//
// On some processors, callers expect these functions to preserve registers; those that don't are served as well.
#if defined(__aarch64__)
#define PRESERVES __attribute__((preserve_most))
#else
#define PRESERVES
#endif

/// The side table of an object, where its counts are once it has had a weak reference; else null.
static inline void *sideTable(void *object) {
    if ((intptr_t)object <= 0) return nullptr;
    Hash counts = ((volatile Hash *)object)[1];
    return counts >> 62 == 3 ? (void *)(counts << 3) : nullptr;
}

static void beforeRelease(void *object) {
    if (!current) return;
    if (void *table = sideTable(object)) take({Kind::write, table, "releases", "object"});
}

PRESERVES void swift_release(void *object) {
    static auto *release = original<PRESERVES void(void *)>("swift_release");
    beforeRelease(object);
    release(object);
}

PRESERVES void swift_release_n(void *object, uint32_t count) {
    static auto *release = original<PRESERVES void(void *, uint32_t)>("swift_release_n");
    beforeRelease(object);
    release(object, count);
}

void *swift_weakInit(void *reference, void *object) {
    static auto *init = original<void *(void *, void *)>("swift_weakInit");
    bool isFirst = object && !sideTable(object);
    void *result = init(reference, object);
    if (isFirst && phase != Phase::none) ExplorerBegin(sideTable(object), "object");
    return result;
}

void *swift_weakLoadStrong(void *reference) {
    static auto *load = original<void *(void *)>("swift_weakLoadStrong");
    void *table = (void *)(*(Hash *)reference & ~Hash(7));
    if (current && table) take({Kind::read, table, "loads weakly", "object"});
    return load(reference);
}

void ExplorerCancel(void *task) {
    take({Kind::write, task, "cancels", "task"});
    atomicCalls++;
    swift_task_cancel(task);
    atomicCalls--;
}

}

void installRuntimeHooks() {
    swift_task_enqueueGlobal_hook = (void *)enqueueGlobal;
    swift_task_enqueueMainExecutor_hook = (void *)enqueueMain;
}
