#include "Heap.h"
