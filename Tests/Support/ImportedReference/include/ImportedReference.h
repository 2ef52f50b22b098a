// A type of C that Swift imports as a reference, which has no weak references.
#pragma once

typedef struct __attribute__((swift_attr("import_reference"))) __attribute__((swift_attr("@Sendable")))
__attribute__((swift_attr("retain:immortal")))
__attribute__((swift_attr("release:immortal"))) ImportedReference {
    int value;
} ImportedReference;

/// Returns the only instance.
ImportedReference *ImportedReferenceShared(void);
