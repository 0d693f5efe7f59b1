#ifndef VAULT_SQLITE_OPTIONS_H
#define VAULT_SQLITE_OPTIONS_H

// Declared here rather than included: the module that GRDB brings holds SQLite's header already.
struct sqlite3;
int sqlite3_db_config(struct sqlite3 *, int, ...);

/// Sets an option of a connection, one of SQLITE_DBCONFIG_…, to 0 or 1. Swift cannot call functions with a variable number
/// of arguments.
static inline int sqlite_options_set(void *connection, int option, int value) {
  return sqlite3_db_config((struct sqlite3 *)connection, option, value, (int *)0);
}

#endif
