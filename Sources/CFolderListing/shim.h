#ifndef VAULT_FOLDER_LISTING_H
#define VAULT_FOLDER_LISTING_H

#ifdef __linux__
#include <linux/fs.h>
#include <linux/stat.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/types.h>
#include <sys/vfs.h>

// Declared here: glibc shows it to GNU sources only, which Swift's view of glibc is not.
extern ssize_t getdents64(int folder, void *buffer, size_t size);
extern long syscall(long number, ...);
extern int statx(int folder, const char *path, int flags, unsigned int mask, void *status);

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

/// When a file of a folder was made, in nanoseconds since 1970, links not followed; 0 where the file system does not tell.
static inline long long folder_listing_birth(int folder, const char *name) {
  enum { no_follow = 0x100 };
  struct statx status;
  if (statx(folder, name, no_follow, STATX_BTIME, &status) != 0 || !(status.stx_mask & STATX_BTIME)) return 0;
  return (long long)status.stx_btime.tv_sec * 1000000000 + status.stx_btime.tv_nsec;
}

/// openat2(2) of an absolute path, no part of which may be a symbolic link.
static inline int folder_listing_open_without_links(const char *path, int flags) {
  enum { openat2_number = 437, without_links = 0x04, no_folder = -1 };
  struct {
    unsigned long long flags, mode, resolve;
  } how = {(unsigned int)flags, 0, without_links};
  return (int)syscall(openat2_number, no_folder, path, &how, sizeof how);
}

/// What tells a file at a path, links followed, from all others, also of what is mounted elsewhere: device, inode and mount.
/// The mount's number is never used twice where the kernel has such numbers (6.8), is one of those that stand in fdinfo else,
/// and 0 where the kernel tells none (before 5.8). -1 with errno set where there is no such file, or no such call.
static inline int folder_listing_place(const char *path, unsigned long long place[3]) {
  enum { here = -100, needs_no_sync = 0x4000, inode = 0x100, mount = 0x1000, lasting_mount = 0x4000 };
  // The kernel's struct statx, whose later parts older headers lack.
  struct {
    unsigned int mask, block_size;
    unsigned long long attributes;
    unsigned int links, user, group;
    unsigned short mode, spare;
    unsigned long long inode, size, blocks, known_attributes, times[8];
    unsigned int special_device[2], device[2];
    unsigned long long mount, rest[13];
  } status;
  if (statx(here, path, needs_no_sync, inode | mount | lasting_mount, &status) != 0) return -1;
  place[0] = (unsigned long long)status.device[0] << 32 | status.device[1];
  place[1] = status.inode;
  place[2] = (status.mask & (mount | lasting_mount)) != 0 ? status.mount : 0;
  return 0;
}

/// Whether what an open folder lists depends on a key (fscrypt): with it or without, its times stay as they are.
static inline int folder_listing_is_encrypted(int folder) {
  long flags = 0;
  return ioctl(folder, FS_IOC_GETFLAGS, &flags) == 0 && (flags & FS_ENCRYPT_FL) != 0;
}
#endif

#endif
