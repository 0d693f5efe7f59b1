#ifndef VAULT_FILE_CHANGE_H
#define VAULT_FILE_CHANGE_H

#ifdef __linux__
#include <stddef.h>

// Declared here, without the system's headers: glibc shows these to GNU sources only, which Swift's view of glibc is not.
extern int fcntl(int file, int command, ...);
extern int *__errno_location(void);
extern int renameat2(int old_folder, const char *old_name, int new_folder, const char *new_name, unsigned int flags);
extern int syncfs(int file);
extern long flistxattr(int file, char *list, size_t size);
extern long fgetxattr(int file, const char *name, void *value, size_t size);
extern int fremovexattr(int file, const char *name);
extern int fsetxattr(int file, const char *name, const void *value, size_t size, int flags);

static const unsigned int file_change_no_replace = 1;
static const unsigned int file_change_exchange = 2;

/// Whether anyone has an open file, which was opened for reading, open for writing: 1 yes or that the file system grants
/// no leases, 0 no, -1 cannot be told. Asks for a read lease, which the system grants only where there is no writer, and
/// gives it back at once.
static inline int file_change_has_writer(int file) {
  enum { set_lease = 1024, read_lease = 0, no_lease = 2, try_again = 11 };
  if (fcntl(file, set_lease, read_lease) == 0) {
    fcntl(file, set_lease, no_lease);
    return 0;
  }
  return *__errno_location() == try_again ? 1 : -1;
}

/// Makes others who open the file wait until it is closed, where nobody has it open by now; else does nothing. They wait
/// less than a minute. The signal that the system sends when one comes is one that is ignored unless asked for.
static inline void file_change_hold(int file) {
  enum { set_lease = 1024, set_signal = 10, write_lease = 1, urgent_condition = 23 };
  if (fcntl(file, set_signal, urgent_condition) == 0) fcntl(file, set_lease, write_lease);
}
#endif

#endif
