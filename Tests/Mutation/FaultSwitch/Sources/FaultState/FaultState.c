#include "FaultState.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#ifdef __linux__
#include <signal.h>
#include <sys/prctl.h>
#endif

enum { MOST = 1 << 16 };

static unsigned char unshared[MOST];
long FaultChosen = 0;
unsigned char *FaultsReached = unshared;

// Before any code of Swift.
__attribute__((constructor)) static void FaultStart(void) {
    const char *number = getenv("FAULT");
    if (number) FaultChosen = atol(number);
#ifdef __linux__
    // The session is the tests' own, so an interrupt of the program that started them doesn't reach them.
    if (number && getsid(0) == getpid()) prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    const char *path = getenv("FAULTS_REACHED");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *shared = mmap(NULL, MOST, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (shared != MAP_FAILED) FaultsReached = shared;
    close(file);
}
