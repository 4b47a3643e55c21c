#ifndef INKWELL_CPSEUDOTERMINAL_H
#define INKWELL_CPSEUDOTERMINAL_H

#include <stdint.h>
#include <sys/types.h>

/// Starts a program on a new pseudo-terminal of this size and returns its process, or -1. `control` receives the
/// controlling end. As from a shell, no signal is blocked or ignored. `start`, if not NULL, receives the `pty_now`
/// time of the exec.
pid_t pty_spawn(
  const char *file, char *const arguments[], char *const environment[], int columns, int rows, int *control,
  int64_t *start);

/// Nanoseconds of the monotonic clock.
int64_t pty_now(void);

/// Changes the size; the program gets SIGWINCH.
int pty_resize(int control, int columns, int rows);

/// 1 when the terminal is in cooked mode (line editing, echo, signals), 0 when it is raw, -1 when unknown.
int pty_is_cooked(int control);

/// Opens the program's end of the terminal; -1 on failure.
int pty_open_other_end(int control);

/// A descriptor that becomes readable when the process ends.
int pty_watch(pid_t process);

/// 1 when the process has a timer on this clock that fires within an hour, 0 when it has none, -1 when unknown.
/// Longer ones are ignored, such as the timer for a pin that expires tomorrow.
int pty_has_timer(pid_t process, int clock);

/// 1 when every thread of the process is blocked, 0 when one runs or is runnable, -1 when unknown.
int pty_is_asleep(pid_t process);

#endif
