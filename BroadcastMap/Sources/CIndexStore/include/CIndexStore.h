#ifndef CINDEXSTORE_H
#define CINDEXSTORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The types of the functions that the map calls in the toolchain's libIndexStore, as LLVM's `indexstore.h` declares them.
// The library is loaded when the program runs, because it belongs to the compiler that wrote the index.

/// A store, a unit, a record, an occurrence, a symbol, or a relation.
typedef void *IndexItem;

/// Text that the library owns, without a zero at its end.
typedef struct {
    const char *data;
    size_t length;
} IndexText;

typedef IndexItem (*OpenIndexStore)(const char *path, IndexItem *error);
typedef IndexItem (*OpenIndexFile)(IndexItem store, const char *name, IndexItem *error);
typedef IndexText (*GetIndexText)(IndexItem item);
typedef unsigned (*GetIndexKind)(IndexItem item);
typedef uint64_t (*GetIndexRoles)(IndexItem item);
typedef IndexItem (*GetIndexSymbol)(IndexItem item);
typedef void (*GetIndexPlace)(IndexItem occurrence, unsigned *line, unsigned *column);
typedef bool (*ForEachIndexItem)(IndexItem item, void *context, bool (*body)(void *context, IndexItem item));

#endif
