#include "ImportedReference.h"

static ImportedReference shared;

ImportedReference *ImportedReferenceShared(void) { return &shared; }
