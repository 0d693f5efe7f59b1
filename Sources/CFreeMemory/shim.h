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

/// Lets this process keep what it frees, up to its end, and take much of it at a time.
static inline void free_memory_keep(void) {
#ifdef __GLIBC__
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
  mallopt(M_TOP_PAD, 16 << 20);
  mallopt(M_ARENA_MAX, 1);
#endif
}

#endif
