#ifndef INKWELL_CPSEUDOTERMINAL_H
#define INKWELL_CPSEUDOTERMINAL_H

#include <stdint.h>
#include <sys/types.h>

/// Starts a program with a pseudo-terminal of this size as its own. `control` becomes our end of it. Returns its
/// process, or -1. The program begins with no signal blocked or ignored, as from a shell. `start`, if asked for, becomes
/// the time of `pty_now` at which it took the process over.
pid_t pty_spawn(
  const char *file, char *const arguments[], char *const environment[], int columns, int rows, int *control,
  int64_t *start);

/// Nanoseconds of the monotonic clock.
int64_t pty_now(void);

/// Changes the size; the program is told by SIGWINCH.
int pty_resize(int control, int columns, int rows);

/// How the terminal is set: 1 when it is as a shell leaves it (lines, echo, signals), 0 when it is raw, -1 when unknown.
int pty_is_cooked(int control);

/// The program's end of the terminal; -1 if it does not open.
int pty_open_other_end(int control);

/// A descriptor that can be read from once the process has ended.
int pty_watch(pid_t process);

/// 1 when a timer of the process is set that goes by the clock and ends within an hour, 0 when none is, -1 when that
/// cannot be seen. Nobody waits for a longer one: it is for a pin that expires tomorrow.
int pty_has_timer(pid_t process, int clock);

/// 1 when every thread of the process waits for something, 0 when one runs or could, -1 when that cannot be seen.
int pty_is_asleep(pid_t process);

#endif
