/* Puts every note of a folder into an FTS5 table of titles and texts, and searches it: the order that SQLite's own
   bm25() gives, all columns weighing the same. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static sqlite3 *database;
static sqlite3_stmt *insert;
static unsigned long notes;

static void fail(const char *what, const char *why) {
  fprintf(stderr, "bm25: %s: %s\n", what, why);
  exit(2);
}

static void run(const char *sql) {
  if (sqlite3_exec(database, sql, NULL, NULL, NULL) != SQLITE_OK) fail(sql, sqlite3_errmsg(database));
}

static sqlite3_stmt *prepare(const char *sql) {
  sqlite3_stmt *statement;
  if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) != SQLITE_OK) fail(sql, sqlite3_errmsg(database));
  return statement;
}

/* How long the name is without its ending; 0 for what is no note. */
static size_t stem(const char *name) {
  static const char *const endings[] = {".md", ".markdown"};
  size_t length = strlen(name);
  for (size_t i = 0; i < 2; i++) {
    size_t ending = strlen(endings[i]);
    if (length > ending && strcmp(name + length - ending, endings[i]) == 0) return length - ending;
  }
  return 0;
}

static void add(int folder, const char *name, const char *path) {
  int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  struct stat status;
  if (file < 0 || fstat(file, &status)) fail(path, strerror(errno));
  size_t size = (size_t)status.st_size, done = 0;
  char *text = malloc(size + 1);
  if (!text) fail(path, "out of memory");
  while (done < size) {
    ssize_t part = read(file, text + done, size - done);
    if (part < 0) fail(path, strerror(errno));
    if (part == 0) break;
    done += (size_t)part;
  }
  close(file);
  sqlite3_bind_text(insert, 1, path, -1, SQLITE_STATIC);
  sqlite3_bind_text(insert, 2, name, (int)stem(name), SQLITE_STATIC);
  sqlite3_bind_text(insert, 3, text, (int)done, free);
  if (sqlite3_step(insert) != SQLITE_DONE) fail(path, sqlite3_errmsg(database));
  sqlite3_reset(insert);
  notes++;
}

/* Closes `fd`. `place` is the folder's path in the vault, "" for the vault itself. */
static void walk(int fd, const char *place) {
  DIR *folder = fdopendir(fd);
  if (!folder) fail(place, strerror(errno));
  struct dirent *entry;
  while ((errno = 0, entry = readdir(folder))) {
    const char *name = entry->d_name;
    if (name[0] == '.') continue;
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s%s%s", place, *place ? "/" : "", name) >= (int)sizeof path)
      fail(place, strerror(ENAMETOOLONG));
    struct stat status;
    if (fstatat(dirfd(folder), name, &status, AT_SYMLINK_NOFOLLOW)) fail(path, strerror(errno));
    if (S_ISDIR(status.st_mode)) {
      int inner = openat(dirfd(folder), name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      if (inner < 0) fail(path, strerror(errno));
      walk(inner, path);
    } else if (S_ISREG(status.st_mode) && stem(name)) {
      add(dirfd(folder), name, path);
    }
  }
  if (errno) fail(place, strerror(errno));
  closedir(folder);
}

static int build(const char *vault, const char *file, const char *tokenizer) {
  if (unlink(file) && errno != ENOENT) fail(file, strerror(errno));
  int root = open(vault, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (root < 0) fail(vault, strerror(errno));
  if (sqlite3_open(file, &database) != SQLITE_OK) fail(file, sqlite3_errmsg(database));
  run("PRAGMA journal_mode = OFF");
  run("PRAGMA synchronous = OFF");
  char *table = sqlite3_mprintf("CREATE VIRTUAL TABLE notes USING fts5(path UNINDEXED, title, body, tokenize = %Q)", tokenizer);
  if (!table) fail(file, "out of memory");
  run(table);
  sqlite3_free(table);
  run("BEGIN");
  insert = prepare("INSERT INTO notes(path, title, body) VALUES (?, ?, ?)");
  walk(root, "");
  run("COMMIT");
  sqlite3_finalize(insert);
  printf("%lu notes\n", notes);
  return 0;
}

/* Prints paths, the best first. */
static int search(const char *file, const char *expression, const char *limit) {
  if (sqlite3_open_v2(file, &database, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) fail(file, sqlite3_errmsg(database));
  sqlite3_stmt *select = prepare("SELECT path FROM notes WHERE notes MATCH ? ORDER BY bm25(notes), path LIMIT ?");
  sqlite3_bind_text(select, 1, expression, -1, SQLITE_STATIC);
  sqlite3_bind_int(select, 2, atoi(limit));
  int state;
  while ((state = sqlite3_step(select)) == SQLITE_ROW) puts((const char *)sqlite3_column_text(select, 0));
  if (state != SQLITE_DONE) fail(expression, sqlite3_errmsg(database));
  sqlite3_finalize(select);
  return 0;
}

int main(int count, char **arguments) {
  int result = 64;
  if (count == 4) {
    result = build(arguments[1], arguments[2], arguments[3]);
  } else if (count == 5 && strcmp(arguments[1], "--search") == 0) {
    result = search(arguments[2], arguments[3], arguments[4]);
  } else {
    fprintf(stderr, "usage: bm25 FOLDER DATABASE TOKENIZER\n       bm25 --search DATABASE EXPRESSION LIMIT\n");
    return result;
  }
  if (sqlite3_close(database) != SQLITE_OK) fail("closing", sqlite3_errmsg(database));
  return result;
}
