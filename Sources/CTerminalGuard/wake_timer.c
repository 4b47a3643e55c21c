#include "wake_timer.h"

#include <sys/timerfd.h>
#include <time.h>

enum { SECOND = 1000000000 };

int wake_timer_open(void) { return timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK); }

void wake_timer_set(int timer, int64_t nanoseconds) {
  struct itimerspec due = {
      .it_value = {.tv_sec = (time_t)(nanoseconds / SECOND), .tv_nsec = (long)(nanoseconds % SECOND)}};
  timerfd_settime(timer, TFD_TIMER_ABSTIME, &due, NULL);
}

int64_t wake_timer_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_BOOTTIME, &time);
  return (int64_t)time.tv_sec * SECOND + time.tv_nsec;
}
