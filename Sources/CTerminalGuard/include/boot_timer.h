#ifndef INKWELL_BOOT_TIMER_H
#define INKWELL_BOOT_TIMER_H

#include <stdint.h>

// A timerfd on CLOCK_BOOTTIME, which counts on while the computer is suspended. Swift's Glibc has no <sys/timerfd.h>.

/// A descriptor that is readable once the timer is due, or -1.
int boot_timer_open(void);

/// Sets the deadline, in nanoseconds of the clock, or none: 0. The descriptor is then unreadable until it comes.
void boot_timer_set(int timer, int64_t deadline);

#endif
