#ifndef INKWELL_CSQLITE_SHIM_H
#define INKWELL_CSQLITE_SHIM_H

#include <sqlite3.h>

// Swift cannot import a cast to a function pointer (`SQLITE_TRANSIENT`). SQLite copies the bytes before the call returns.
static inline int sqlite_bind_bytes(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  // SQLite would bind a null pointer as NULL, but an empty value is not NULL.
  return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

/// Whether closing leaves the journal as it is. Swift cannot import functions with variable arguments either.
static inline int sqlite_keep_journal(sqlite3 *connection, int keeps) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps, (int *)0);
}

/// Whether SQLite counts the memory that it uses. Nothing here needs the count, which takes a lock for each allocation. Must be
/// set before SQLite is first used.
static inline int sqlite_count_memory(int counts) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, counts);
}

#endif
