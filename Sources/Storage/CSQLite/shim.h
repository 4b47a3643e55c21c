#ifndef INKWELL_CSQLITE_SHIM_H
#define INKWELL_CSQLITE_SHIM_H

#include <sqlite3.h>

// A cast to a function pointer does not come over to Swift: the bytes are copied before the call returns.
static inline int sqlite_bind_bytes(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  // A NULL would be bound as NULL, and an empty value is one.
  return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

/// The same with bytes that stay where they are until the statement has been run and its values are cleared.
static inline int sqlite_bind_bytes_in_place(
  sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_STATIC);
}

/// Whether closing leaves the journal as it is. Variable arguments do not come over to Swift either.
static inline int sqlite_keep_journal(sqlite3 *connection, int keeps) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps, (int *)0);
}

/// Whether SQLite counts the memory that it uses, which nobody here asks for: it takes a lock for each piece. It can be
/// said only before SQLite is first used.
static inline int sqlite_count_memory(int counts) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, counts);
}

#endif
