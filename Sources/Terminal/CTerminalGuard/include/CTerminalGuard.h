#ifndef INKWELL_CTERMINALGUARD_H
#define INKWELL_CTERMINALGUARD_H

#include <stddef.h>
#include <sys/types.h>

#include "main_queue.h"

// Functions that must be in C: those that run inside signal handlers and between fork and exec, and those that Swift's Glibc
// lacks.

/// Makes the terminal that is read from `input` raw and remembers its modes. `leaving` is written to `output` at the end and
/// undoes all modes that are about to be set. From here on, `exit` and every crash give the terminal back. Messages on stderr
/// are kept meanwhile, and shown when the terminal is given back. Returns 0, or an errno.
int guard_take_over(int input, int output, const char *leaving, size_t length);

/// Writes this text before `leaving` the next time the terminal is given back. At most 64 bytes, and always the same text. Does
/// nothing if the text is set already.
void guard_leave_first(const char *text, size_t length);

/// Makes the terminal stop echoing input until it is taken over or given back; its other modes stay. Signals that end or stop
/// the process should give it back first: `guard_watch_endings`. Returns 0, or an errno.
int guard_hush(int terminal);

/// From here on, signals that end or stop the process give the terminal back first, unless they are handled or ignored.
void guard_watch_endings(void);

/// Gives the terminal back in its original modes; does nothing if it was not taken. May be called in a signal handler.
void guard_give_back(void);

/// Gives the calling thread a stack on which a handler can run after the thread's own stack has overflowed.
void guard_cover_thread(void);

/// Opens a file that exists only in memory. Returns -1 on failure.
int guard_memory_file(void);

/// From now on no crash writes the memory of this process to a file, whatever the system's settings, and no other process of
/// the same user can read it. Returns 0, or an errno.
int guard_forbid_core_dumps(void);

/// Stops the process group as C-z in a cooked terminal does, and returns once it is resumed.
void guard_stop_job(void);

/// Delivers the signals as bytes in a pipe. Returns the end to read from, or -1.
int signals_open(const int *signals, int count);

/// Restores the previous actions of the signals, and closes the pipe that `reading` is the end of. Returns the last signal that
/// was not read, or 0.
int signals_close(int reading);

/// Call while another program has the terminal: interrupts are ignored, and C-z stops this process too.
void signals_lend(void);

/// Delivers the signals in the pipe again.
void signals_take_back(void);

/// Ignores a signal permanently; children get its default action again.
void signals_ignore(int signal);

#endif
