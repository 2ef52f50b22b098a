// Includes the library's header as it is, with a step before each atomic operation.
#pragma once

#include "Explorer.h"

#define __atomic_load_n(word, order) (ExplorerStep(ExplorerRead, word, "loads", "word"), __atomic_load_n(word, order))
#define __atomic_store_n(word, ...) (ExplorerStep(ExplorerWrite, word, "stores", "word"), __atomic_store_n(word, __VA_ARGS__))
#define __atomic_exchange_n(word, ...) \
    (ExplorerStep(ExplorerWrite, word, "exchanges", "word"), __atomic_exchange_n(word, __VA_ARGS__))
#define __atomic_compare_exchange_n(word, ...) \
    (ExplorerStep(ExplorerWrite, word, "compares and exchanges", "word"), __atomic_compare_exchange_n(word, __VA_ARGS__))
#define __atomic_fetch_add(word, ...) (ExplorerStep(ExplorerWrite, word, "adds to", "word"), __atomic_fetch_add(word, __VA_ARGS__))
#define __atomic_fetch_sub(word, ...) \
    (ExplorerStep(ExplorerWrite, word, "subtracts from", "word"), __atomic_fetch_sub(word, __VA_ARGS__))
#define __atomic_fetch_and(word, ...) \
    (ExplorerStep(ExplorerWrite, word, "clears bits of", "word"), __atomic_fetch_and(word, __VA_ARGS__))
#define __atomic_fetch_or(word, ...) \
    (ExplorerStep(ExplorerWrite, word, "sets bits of", "word"), __atomic_fetch_or(word, __VA_ARGS__))

#include "../Library/include/BroadcasterAtomics.h"

#undef __atomic_load_n
#undef __atomic_store_n
#undef __atomic_exchange_n
#undef __atomic_compare_exchange_n
#undef __atomic_fetch_add
#undef __atomic_fetch_sub
#undef __atomic_fetch_and
#undef __atomic_fetch_or
