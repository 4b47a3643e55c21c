#ifndef INKWELL_CTERMINALGUARD_H
#define INKWELL_CTERMINALGUARD_H

#include <stddef.h>
#include <sys/types.h>

#include "main_queue.h"

// What only C can do: work inside signal handlers and between fork and exec, and what Swift's Glibc leaves out.

/// Makes the terminal that is read from `input` raw and remembers how it was. `leaving` is written to `output` at the
/// end and undoes all modes that are about to be set. From here on `exit` and every crash give the terminal
/// back. What is written to stderr meanwhile is kept, and shown when the terminal is given back. Returns 0, or an errno.
int guard_take_over(int input, int output, const char *leaving, size_t length);

/// Has this written before `leaving` when the terminal is given back the next time; at most 64 bytes, always the same. Does
/// nothing if that is so already.
void guard_leave_first(const char *text, size_t length);

/// Has the terminal show nothing of what is typed until it is taken over or given back; for the rest it is as it was. Signals
/// that end or stop the process should have it given back first: `guard_watch_endings`. Returns 0, or an errno.
int guard_hush(int terminal);

/// From here on signals that end or stop the process give the terminal back first, where they do what they usually do.
void guard_watch_endings(void);

/// Gives the terminal back as it was; does nothing when it was not taken. May be called in a signal handler.
void guard_give_back(void);

/// Gives the calling thread a stack on which a handler can run after its own has overflowed.
void guard_cover_thread(void);

/// A file that is nowhere but in memory, or -1.
int guard_memory_file(void);

/// From now on no crash leaves the memory of this process in a file, wherever the system puts such files, and no other
/// process of the same person can read it. Returns 0, or an errno.
int guard_forbid_core_dumps(void);

/// Stops the process group as C-z in a cooked terminal does, and returns once it goes on.
void guard_stop_job(void);

/// Has the signals arrive as bytes in a pipe. Returns the end to read from, or -1.
int signals_open(const int *signals, int count);

/// Has the signals do again what they did before, and closes the pipe, whose end to read from this is. Returns the last
/// signal that came and was not read, or 0.
int signals_close(int reading);

/// While another program has the terminal its keys are not for us: interrupts are ignored, and C-z stops us with it.
void signals_lend(void);

/// Has the signals arrive in the pipe again.
void signals_take_back(void);

/// Ignores a signal for good; children get its default again.
void signals_ignore(int signal);

#endif
