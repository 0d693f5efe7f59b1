#ifndef VAULT_FOLDER_LISTING_H
#define VAULT_FOLDER_LISTING_H

#ifdef __linux__
#include <linux/fs.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/types.h>
#include <sys/vfs.h>

// Declared here: glibc shows it to GNU sources only, which Swift's view of glibc is not.
extern ssize_t getdents64(int folder, void *buffer, size_t size);
extern long syscall(long number, ...);

/// The number that statfs(2) gives the file system of an open file; 0 where it cannot be told.
static inline unsigned int folder_listing_file_system(int file) {
  struct statfs status;
  return fstatfs(file, &status) == 0 ? (unsigned int)status.f_type : 0;
}

/// openat2(2) of a path of several names, none of which may be a symbolic link or lead out of the folder.
static inline int folder_listing_open_beneath(int folder, const char *path, int flags) {
  enum { openat2_number = 437, without_links = 0x04, beneath = 0x08 };
  struct {
    unsigned long long flags, mode, resolve;
  } how = {(unsigned int)flags, 0, without_links | beneath};
  return (int)syscall(openat2_number, folder, path, &how, sizeof how);
}

/// openat2(2) of an absolute path, no part of which may be a symbolic link.
static inline int folder_listing_open_without_links(const char *path, int flags) {
  enum { openat2_number = 437, without_links = 0x04, no_folder = -1 };
  struct {
    unsigned long long flags, mode, resolve;
  } how = {(unsigned int)flags, 0, without_links};
  return (int)syscall(openat2_number, no_folder, path, &how, sizeof how);
}

/// Whether what an open folder lists depends on a key (fscrypt): with it or without, its times stay as they are.
static inline int folder_listing_is_encrypted(int folder) {
  long flags = 0;
  return ioctl(folder, FS_IOC_GETFLAGS, &flags) == 0 && (flags & FS_ENCRYPT_FL) != 0;
}
#endif

#endif
