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

/// No file may become longer than so many bytes. Negative: as long as it likes.
void faulty_limit(long long bytes);

#endif
