#ifndef VAULT_FOLDER_LISTING_H
#define VAULT_FOLDER_LISTING_H

#ifdef __linux__
#include <stddef.h>
#include <sys/types.h>

// Declared here: glibc shows it to GNU sources only, which Swift's view of glibc is not.
extern ssize_t getdents64(int folder, void *buffer, size_t size);
#endif

#endif
