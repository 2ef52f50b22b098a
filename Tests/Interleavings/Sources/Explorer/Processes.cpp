// Processes: a crash or a deadlock ends one program, and the others go on, on all processors.
#include "State.h"
#include <cstdio>
#include <cstdlib>
#include <sched.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

std::vector<int> processors() {
    cpu_set_t set;
    sched_getaffinity(0, sizeof set, &set);
    std::vector<int> found;
    for (int processor = 0; processor < CPU_SETSIZE; processor++)
        if (CPU_ISSET(processor, &set)) found.push_back(processor);
    return found;
}

/// Keeps a process on one processor: its threads take turns, and waking a thread of another one takes longer.
void runOn(int processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    sched_setaffinity(0, sizeof set, &set);
}

void print(FILE *file) {
    char buffer[4096];
    rewind(file);
    for (size_t size; (size = fread(buffer, 1, sizeof buffer, file)) > 0;) fwrite(buffer, 1, size, stdout);
    fclose(file);
    fflush(stdout);
}

struct Job {
    pid_t process = 0;
    FILE *output = nullptr;
    int processor = 0;
    bool hasEnded = false;
};

}  // namespace

extern "C" {

void *ExplorerSharedMemory(unsigned long size) {
    void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) abort();
    return memory;
}

void ExplorerInProcess(ExplorerFunction function, void *context) {
    fflush(stdout);
    pid_t process = fork();
    if (process == 0) runInThisProcess(function, context);
    waitpid(process, nullptr, 0);
}

void ExplorerForEach(int count, void (*function)(int number)) {
    std::vector<int> free = processors();
    std::vector<Job> jobs(count);
    int printed = 0;
    for (int started = 0; printed < count;) {
        if (started < count && !free.empty()) {
            Job &job = jobs[started];
            job.processor = free.back();
            free.pop_back();
            job.output = tmpfile();
            fflush(stdout);
            job.process = fork();
            if (job.process == 0) {
                runOn(job.processor);
                dup2(fileno(job.output), 1);
                dup2(fileno(job.output), 2);
                function(started);
                fflush(stdout);
                _exit(0);
            }
            started++;
            continue;
        }
        pid_t ended = wait(nullptr);
        for (Job &job : jobs) if (job.process == ended) {
            job.hasEnded = true;
            free.push_back(job.processor);
        }
        while (printed < count && jobs[printed].hasEnded) print(jobs[printed++].output);
    }
}

void ExplorerFixAddresses(char **arguments) {
    if (getenv("SWIFT_DETERMINISTIC_HASHING")) return;
    setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1);
    setenv("SWIFT_BACKTRACE", "enable=no", 1);
    if (personality(ADDR_NO_RANDOMIZE) < 0) perror("personality");
    execv("/proc/self/exe", arguments);
    perror("execv");
    _exit(1);
}

}
