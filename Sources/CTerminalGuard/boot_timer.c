#include "boot_timer.h"

#include <sys/timerfd.h>
#include <time.h>

enum { SECOND = 1000000000 };

int boot_timer_open(void) { return timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC); }

void boot_timer_set(int timer, int64_t deadline) {
  struct itimerspec due = {.it_value = {.tv_sec = (time_t)(deadline / SECOND), .tv_nsec = (long)(deadline % SECOND)}};
  timerfd_settime(timer, TFD_TIMER_ABSTIME, &due, NULL);
}
