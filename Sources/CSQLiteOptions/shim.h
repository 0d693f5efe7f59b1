#ifndef VAULT_SQLITE_OPTIONS_H
#define VAULT_SQLITE_OPTIONS_H

// Declared here rather than included: the module that GRDB brings holds SQLite's header already.
struct sqlite3;
int sqlite3_db_config(struct sqlite3 *, int, ...);

/// Lets a connection close without copying the write-ahead log into the file and syncing both
/// (SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE). Swift cannot call functions with a variable number of arguments.
static inline int sqlite_options_close_without_checkpoint(void *connection) {
  return sqlite3_db_config((struct sqlite3 *)connection, 1006, 1, (int *)0);
}

#endif
