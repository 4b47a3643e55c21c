#define _GNU_SOURCE
#include "CTerminalGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define SIGNAL_LIMIT 16

// A pipe and not signalfd, which needs the signals blocked in every thread; children would inherit the mask.
static int pipe_in = -1;
static int caught[SIGNAL_LIMIT];
static struct sigaction before[SIGNAL_LIMIT];  // the previous action of each signal
static int caught_count;
static struct sigaction quit_before;
static int is_lent;

static void on_signal(int signal) {
  int kept_errno = errno;
  unsigned char number = (unsigned char)signal;
  // If the pipe is full, the reader is already due to wake up.
  if (write(pipe_in, &number, 1) < 0) errno = kept_errno;
  errno = kept_errno;
}

static void handle(int signal, void (*handler)(int)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, NULL);
}

int signals_open(const int *signals, int count) {
  int ends[2];
  if (count > SIGNAL_LIMIT || pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
  pipe_in = ends[1];
  caught_count = count;
  memcpy(caught, signals, (size_t)count * sizeof(int));
  for (int index = 0; index < count; index++) sigaction(signals[index], NULL, &before[index]);
  signals_take_back();
  return ends[0];
}

void signals_lend(void) {
  struct sigaction nothing;
  memset(&nothing, 0, sizeof nothing);
  nothing.sa_handler = SIG_IGN;
  sigaction(SIGQUIT, &nothing, is_lent ? NULL : &quit_before);
  is_lent = 1;
  handle(SIGINT, SIG_IGN);
  handle(SIGTSTP, SIG_DFL);
  handle(SIGCONT, SIG_DFL);
}

void signals_take_back(void) {
  if (is_lent) sigaction(SIGQUIT, &quit_before, NULL);
  is_lent = 0;
  for (int index = 0; index < caught_count; index++) handle(caught[index], on_signal);
}

void signals_ignore(int signal) { handle(signal, SIG_IGN); }

int signals_close(int reading) {
  for (int index = 0; index < caught_count; index++) sigaction(caught[index], &before[index], NULL);
  caught_count = 0;
  unsigned char number = 0, last = 0;
  while (read(reading, &number, 1) == 1) last = number;
  close(pipe_in);
  close(reading);
  pipe_in = -1;
  return last;
}
