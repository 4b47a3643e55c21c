#ifndef INKWELL_CFAULTYSYSTEM_H
#define INKWELL_CFAULTYSYSTEM_H

// A layer between SQLite and the files in which one operation goes wrong, or in which there is little room. There is one
// of it in a process.

/// Its name, for opening files through it.
extern const char *const faulty_name;

/// Puts it between; may be called again.
void faulty_install(void);

/// From now on the operation of this number (0: the next one) fails with a code of SQLite, once. Negative: none does.
void faulty_plan(long operation, int code);

/// How many operations there were since the last plan.
long faulty_count(void);

/// How often SQLite had a file synced to the disk through this layer.
long faulty_syncs(void);

/// From now on counts how often other parts of the process sync this file.
void faulty_watch(const char *path);

/// How often that was.
long faulty_outside_syncs(void);

/// The next sync of this file by other parts of the process fails.
void faulty_unsync(const char *path);

/// Has a function called before each operation: what is in the files then is what a process leaves that ends there.
/// NULL: none is.
void faulty_observe(void (*now)(void));

/// From now on there is no room for whatever this process writes beside SQLite, at places of its own choosing, to files
/// whose paths begin like this. NULL: there is.
void faulty_fill(const char *prefix);

/// No file may become longer than so many bytes. Negative: as long as it likes.
void faulty_limit(long long bytes);

#endif
