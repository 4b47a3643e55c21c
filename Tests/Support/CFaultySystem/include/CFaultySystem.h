#ifndef INKWELL_CFAULTYSYSTEM_H
#define INKWELL_CFAULTYSYSTEM_H

// A SQLite VFS that injects a fault into one operation, or limits disk space. One per process.

/// The name of the VFS, for opening files through it.
extern const char *const faulty_name;

/// Registers the VFS; may be called again.
void faulty_install(void);

/// The operation with this number (0: the next one) fails once with an SQLite code. Negative: none does.
void faulty_plan(long operation, int code);

/// The number of operations since the last plan.
long faulty_count(void);

/// The number of syncs that SQLite made through this VFS.
long faulty_syncs(void);

/// Starts to count the syncs of this file by code other than SQLite.
void faulty_watch(const char *path);

/// The number of syncs counted by `faulty_watch`.
long faulty_outside_syncs(void);

/// Makes the next sync of this file by code other than SQLite fail.
void faulty_unsync(const char *path);

/// Calls a function before each operation; the files are then as a process that is killed there leaves them. NULL: no
/// call.
void faulty_observe(void (*now)(void));

/// Makes the disk full for all that code other than SQLite writes to files whose paths begin with `prefix`. NULL: not
/// full.
void faulty_fill(const char *prefix);

/// The maximum length of any file, in bytes. Negative: unlimited.
void faulty_limit(long long bytes);

#endif
