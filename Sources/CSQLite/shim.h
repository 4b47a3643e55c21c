#ifndef INKWELL_CSQLITE_SHIM_H
#define INKWELL_CSQLITE_SHIM_H

#include <sqlite3.h>

// A cast to a function pointer does not come over to Swift: the bytes are copied before the call returns.
static inline int sqlite_bind_bytes(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  // A NULL would be bound as NULL, and an empty value is one.
  return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

/// Whether closing leaves the journal as it is. Variable arguments do not come over to Swift either.
static inline int sqlite_keep_journal(sqlite3 *connection, int keeps) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps, (int *)0);
}

#endif
