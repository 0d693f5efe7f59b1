#ifndef VAULT_FREE_MEMORY_H
#define VAULT_FREE_MEMORY_H

#include <stdlib.h>

// Only once a header of the C library was included is its name known.
#ifdef __GLIBC__
#include <malloc.h>
#endif

/// Gives memory that this process has freed back to the system, where the C library has a way to.
static inline void free_memory_return(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

#endif
