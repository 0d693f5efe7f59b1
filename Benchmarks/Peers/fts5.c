/* Reads every note of a folder and inserts its body into an FTS5 table that keeps no text, in one transaction,
   without looking at what it says: what a full-text index costs at least. Prints how many notes there were. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static sqlite3 *database;
static sqlite3_stmt *insert;
static unsigned long notes;
static char *buffer;
static size_t capacity;

static void fail(const char *what, const char *why) {
  fprintf(stderr, "fts5: %s: %s\n", what, why);
  exit(2);
}

static void run(const char *sql) {
  if (sqlite3_exec(database, sql, NULL, NULL, NULL) != SQLITE_OK) fail(sql, sqlite3_errmsg(database));
}

static int is_note(const char *name) {
  size_t length = strlen(name);
  return length > 3 && memcmp(name + length - 3, ".md", 3) == 0;
}

/* Where the body begins: after the front matter, if there is any. */
static size_t body_start(const char *text, size_t size) {
  if (size < 4 || memcmp(text, "---\n", 4) != 0) return 0;
  const char *close = memmem(text + 3, size - 3, "\n---\n", 5);
  return close ? (size_t)(close - text) + 5 : 0;
}

static void add(int folder, const char *name) {
  int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  struct stat status;
  if (file < 0 || fstat(file, &status)) fail(name, strerror(errno));
  size_t size = (size_t)status.st_size;
  if (size > capacity) {
    capacity = size * 2;
    buffer = realloc(buffer, capacity);
    if (!buffer) fail(name, "out of memory");
  }
  size_t done = 0;
  while (done < size) {
    ssize_t part = read(file, buffer + done, size - done);
    if (part < 0) fail(name, strerror(errno));
    if (part == 0) break;
    done += (size_t)part;
  }
  close(file);
  size_t start = body_start(buffer, done);
  sqlite3_bind_text(insert, 1, buffer + start, (int)(done - start), SQLITE_STATIC);
  if (sqlite3_step(insert) != SQLITE_DONE) fail(name, sqlite3_errmsg(database));
  sqlite3_reset(insert);
  notes++;
}

/* Closes `fd`. */
static void walk(int fd, const char *shown) {
  DIR *folder = fdopendir(fd);
  if (!folder) fail(shown, strerror(errno));
  struct dirent *entry;
  while ((errno = 0, entry = readdir(folder))) {
    const char *name = entry->d_name;
    if (name[0] == '.') continue;
    unsigned char type = entry->d_type;
    if (type == DT_UNKNOWN) {
      struct stat status;
      if (fstatat(dirfd(folder), name, &status, AT_SYMLINK_NOFOLLOW)) fail(name, strerror(errno));
      type = S_ISDIR(status.st_mode) ? DT_DIR : S_ISREG(status.st_mode) ? DT_REG : DT_UNKNOWN;
    }
    if (type == DT_DIR) {
      int inner = openat(dirfd(folder), name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      if (inner < 0) fail(name, strerror(errno));
      walk(inner, name);
    } else if (type == DT_REG && is_note(name)) {
      add(dirfd(folder), name);
    }
  }
  if (errno) fail(shown, strerror(errno));
  closedir(folder);
}

int main(int count, char **arguments) {
  if (count == 2 && strcmp(arguments[1], "--version") == 0) {
    puts(sqlite3_libversion());
    return 0;
  }
  if (count != 3) {
    fprintf(stderr, "usage: fts5 FOLDER DATABASE\n");
    return 64;
  }
  if (unlink(arguments[2]) && errno != ENOENT) fail(arguments[2], strerror(errno));
  int root = open(arguments[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (root < 0) fail(arguments[1], strerror(errno));
  if (sqlite3_open(arguments[2], &database) != SQLITE_OK) fail(arguments[2], sqlite3_errmsg(database));
  run("PRAGMA journal_mode = OFF");
  run("PRAGMA synchronous = OFF");
  run("CREATE VIRTUAL TABLE notes USING fts5(body, content = '', tokenize = 'unicode61 remove_diacritics 2')");
  run("BEGIN");
  const char *sql = "INSERT INTO notes(body) VALUES (?)";
  if (sqlite3_prepare_v2(database, sql, -1, &insert, NULL) != SQLITE_OK) fail(sql, sqlite3_errmsg(database));
  walk(root, arguments[1]);
  run("COMMIT");
  sqlite3_finalize(insert);
  if (sqlite3_close(database) != SQLITE_OK) fail(arguments[2], sqlite3_errmsg(database));
  printf("%lu notes\n", notes);
  return 0;
}
