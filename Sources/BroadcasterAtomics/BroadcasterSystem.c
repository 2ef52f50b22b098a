#include "BroadcasterAtomics.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static _Thread_local unsigned deliveries;

unsigned *BroadcasterDeliveries(void) { return &deliveries; }

static _Thread_local BroadcasterCall monitoredCall;

BroadcasterCall *BroadcasterMonitoredCall(void) { return &monitoredCall; }

uintptr_t BroadcasterThreadNumber(void) {
    static _Atomic uintptr_t latest;
    static _Thread_local uintptr_t number;
    if (number == 0) number = ++latest;
    return number;
}

#ifdef __APPLE__

// There, the main thread runs the main queue under an asynchronous `main`, too.
bool BroadcasterIsCurrentExecutor(const void *executor) { return false; }

// The system sends SIGPIPE to the process, so that blocking it on this thread wouldn't be enough, but a descriptor can be
// kept from causing it. The lock keeps another thread from restoring that too early.
static ssize_t writeWithoutSignal(const void *bytes, size_t count) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    int causesNoSignal = fcntl(STDERR_FILENO, F_GETNOSIGPIPE);
    fcntl(STDERR_FILENO, F_SETNOSIGPIPE, 1);
    ssize_t written = write(STDERR_FILENO, bytes, count);
    fcntl(STDERR_FILENO, F_SETNOSIGPIPE, causesNoSignal);
    pthread_mutex_unlock(&lock);
    return written;
}

#else

typedef struct { uintptr_t identity, implementation; } Executor;

// The function behind `assumeIsolated`. Weak, so that a runtime without it is no error.
__attribute__((swiftcall, weak)) extern bool swift_task_isCurrentExecutorWithFlags(Executor, uintptr_t);

bool BroadcasterIsCurrentExecutor(const void *executor) {
    // The flag 2 makes the function return what it otherwise traps for.
    return swift_task_isCurrentExecutorWithFlags
        && swift_task_isCurrentExecutorWithFlags(*(const Executor *)executor, 2);
}

// The system sends SIGPIPE to this thread, which blocks it and takes it back, unless another one was pending before.
static ssize_t writeWithoutSignal(const void *bytes, size_t count) {
    sigset_t brokenPipe, pending, mask;
    sigemptyset(&brokenPipe);
    sigaddset(&brokenPipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &brokenPipe, &mask);
    sigpending(&pending);
    ssize_t written = write(STDERR_FILENO, bytes, count);
    int error = errno;
    if (written < 0 && error == EPIPE && !sigismember(&pending, SIGPIPE)) {
        sigtimedwait(&brokenPipe, NULL, &(struct timespec){0});
    }
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    errno = error;
    return written;
}

#endif

void BroadcasterWriteToStandardError(const char *text) {
    size_t count = strlen(text);
    while (count > 0) {
        ssize_t written = writeWithoutSignal(text, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        text += written;
        count -= (size_t)written;
    }
}
