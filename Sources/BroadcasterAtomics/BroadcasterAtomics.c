// SwiftPM rebuilds a C target when a source file or a header that it includes changes; without one, it never does.
#include "BroadcasterAtomics.h"
