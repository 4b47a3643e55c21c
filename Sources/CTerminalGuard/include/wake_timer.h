#ifndef INKWELL_WAKE_TIMER_H
#define INKWELL_WAKE_TIMER_H

#include <stdint.h>

// A timer of the system, whose clock goes on while the computer sleeps. Swift's Glibc lacks its functions.

/// A descriptor that can be read from once the timer is due, or -1.
int wake_timer_open(void);

/// Has the timer be due at this time of its clock, or never again if there is none: zero. What was due before is over.
void wake_timer_set(int timer, int64_t nanoseconds);

/// What time it is by the timer's clock, in nanoseconds.
int64_t wake_timer_now(void);

#endif
