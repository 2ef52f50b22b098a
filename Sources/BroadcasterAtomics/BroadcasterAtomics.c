#include "BroadcasterAtomics.h"

uintptr_t BroadcasterNextNumber(void) {
    static BroadcasterWord latest;
    return BroadcasterAddRelaxed(&latest, 1) + 1;
}

uintptr_t BroadcasterNextHandlingNumber(void) {
    static BroadcasterWord latest;
    return BroadcasterAddRelaxed(&latest, 1) + 1;
}
