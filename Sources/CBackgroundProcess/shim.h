#ifndef VAULT_BACKGROUND_PROCESS_H
#define VAULT_BACKGROUND_PROCESS_H

#ifdef __linux__
// Declared here: glibc (2.34 and newer) shows them to GNU sources only, which Swift's view of glibc is not. `actions` is
// a posix_spawn_file_actions_t; spawn.h itself would make its types this module's.
extern int background_process_changes_folder(void *actions, const char *path)
    __asm__("posix_spawn_file_actions_addchdir_np");
extern int background_process_closes_from(void *actions, int from) __asm__("posix_spawn_file_actions_addclosefrom_np");
#endif

#endif
