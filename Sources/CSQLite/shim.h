#ifndef INKWELL_CSQLITE_SHIM_H
#define INKWELL_CSQLITE_SHIM_H

#include <sqlite3.h>

// A cast to a function pointer does not come over to Swift: the bytes are copied before the call returns.
static inline int sqlite_bind_bytes(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  // A NULL would be bound as NULL, and an empty value is one.
  return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

#endif
