/* Walks a folder and looks at each note's size and times, on one thread: what finding out that nothing has
   changed costs at least. Prints how many notes there are and how large they are together. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned long notes;
static unsigned long long bytes;

static void fail(const char *name) {
  fprintf(stderr, "walk: %s: %s\n", name, strerror(errno));
  exit(2);
}

static int is_note(const char *name) {
  size_t length = strlen(name);
  return length > 3 && memcmp(name + length - 3, ".md", 3) == 0;
}

/* Closes `fd`. */
static void walk(int fd, const char *shown) {
  DIR *folder = fdopendir(fd);
  if (!folder) fail(shown);
  struct dirent *entry;
  while ((errno = 0, entry = readdir(folder))) {
    const char *name = entry->d_name;
    if (name[0] == '.') continue;
    int is_folder = entry->d_type == DT_DIR;
    struct stat status;
    if (!is_folder && (entry->d_type == DT_UNKNOWN || is_note(name))) {
      if (fstatat(dirfd(folder), name, &status, AT_SYMLINK_NOFOLLOW)) fail(name);
      is_folder = S_ISDIR(status.st_mode);
      if (S_ISREG(status.st_mode) && is_note(name)) {
        notes++;
        bytes += (unsigned long long)status.st_size;
      }
    }
    if (is_folder) {
      int inner = openat(dirfd(folder), name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      if (inner < 0) fail(name);
      walk(inner, name);
    }
  }
  if (errno) fail(shown);
  closedir(folder);
}

int main(int count, char **arguments) {
  if (count != 2) {
    fprintf(stderr, "usage: walk FOLDER\n");
    return 64;
  }
  int root = open(arguments[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (root < 0) fail(arguments[1]);
  walk(root, arguments[1]);
  printf("%lu notes, %llu bytes\n", notes, bytes);
  return 0;
}
