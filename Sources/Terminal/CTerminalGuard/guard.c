#define _GNU_SOURCE
#include "CTerminalGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <termios.h>
#include <unistd.h>

#define LEAVING_LIMIT 512
#define FIRST_LIMIT 64
#define STACK_SIZE (32 * 1024)
#define KEPT_LIMIT (64 * 1024)

// One terminal for each process: a signal handler can only use globals.
static atomic_int taken;
static atomic_int hushed = -1;  // a descriptor of our own while the terminal is only hushed
static int terminal = -1;
static int screen = -1;
static struct termios before;
static char leaving[LEAVING_LIMIT];
static size_t leaving_length;
static char leaving_first[FIRST_LIMIT];
static atomic_size_t leaving_first_length;  // zero unless it must be written
static int errors = -1;       // the real stderr, while stderr is captured
static int errors_kept = -1;  // the captured stderr

static _Thread_local char *thread_stack;

int guard_memory_file(void) { return memfd_create("terminal", MFD_CLOEXEC); }

// A core size limit of zero is not enough: the kernel still gives the memory to a program that collects crashes.
int guard_forbid_core_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 ? 0 : errno; }

// A terminal that accepts no more output must not block the program's exit: after a second without room, the rest is dropped.
static void write_patiently(int descriptor, const char *bytes, size_t length) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags >= 0) fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
  while (length > 0) {
    ssize_t count = write(descriptor, bytes, length);
    if (count > 0) {
      bytes += count;
      length -= (size_t)count;
    } else if (count < 0 && errno == EAGAIN) {
      struct pollfd room = {.fd = descriptor, .events = POLLOUT};
      if (poll(&room, 1, 1000) == 0) break;
    } else if (count < 0 && errno != EINTR) {
      break;
    }
  }
  if (flags >= 0) fcntl(descriptor, F_SETFL, flags);
}

// A message on stderr would be drawn over the frame, and would be lost with it.
static void keep_errors(void) {
  if (errors >= 0 || !isatty(STDERR_FILENO)) return;
  if (errors_kept < 0) errors_kept = guard_memory_file();
  if (errors_kept < 0) return;
  errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (errors >= 0) dup2(errors_kept, STDERR_FILENO);
}

static void show_errors(void) {
  if (errors < 0) return;
  dup2(errors, STDERR_FILENO);
  close(errors);
  errors = -1;
  char chunk[1024];
  off_t offset = 0;
  ssize_t count;
  while (offset < KEPT_LIMIT && (count = pread(errors_kept, chunk, sizeof chunk, offset)) > 0) {
    write_patiently(STDERR_FILENO, chunk, (size_t)count);
    offset += count;
  }
  if (ftruncate(errors_kept, 0) == 0) lseek(errors_kept, 0, SEEK_SET);
}

static void end_hush(void) {
  int own = atomic_exchange(&hushed, -1);
  if (own >= 0) close(own);
}

void guard_give_back(void) {
  if (!atomic_exchange(&taken, 0)) return;
  int kept_errno = errno;
  // A background process that sets the modes is stopped by this signal, unless it is blocked.
  sigset_t stopping, mask;
  sigemptyset(&stopping);
  sigaddset(&stopping, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &stopping, &mask);
  write_patiently(screen, leaving_first, atomic_exchange(&leaving_first_length, 0));
  write_patiently(screen, leaving, leaving_length);
  // Not TCSADRAIN, which waits until the terminal has accepted all output; it may never do so.
  tcsetattr(terminal, TCSANOW, &before);
  show_errors();
  end_hush();
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  errno = kept_errno;
}

static void on_crash(int signal) {
  guard_give_back();
  // The default action is in force again (SA_RESETHAND). The signal is delivered when the handler returns, and ends the process
  // at the place of the crash, so that a core dump shows it.
  raise(signal);
}

static void guard_at_exit(void) { guard_give_back(); }

void guard_cover_thread(void) {
  if (thread_stack) return;
  // Allocated for the life of the thread; threads that draw live as long as the process.
  thread_stack = malloc(STACK_SIZE);
  if (!thread_stack) return;
  stack_t stack = {.ss_sp = thread_stack, .ss_size = STACK_SIZE};
  sigaltstack(&stack, NULL);
}

static void watch_for_crashes(void) {
  static int is_watching;
  if (is_watching) return;
  is_watching = 1;
  // Also includes other signals that end a process without a message.
  static const int crashes[] = {
    SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO,
    SIGPWR, SIGSTKFLT, SIGSYS, SIGXCPU,
  };
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_crash;
  action.sa_flags = (int)(SA_RESETHAND | SA_ONSTACK);
  sigemptyset(&action.sa_mask);
  for (size_t index = 0; index < sizeof crashes / sizeof crashes[0]; index++) {
    // A signal that the parent process set to be ignored stays ignored.
    struct sigaction former;
    if (sigaction(crashes[index], NULL, &former) == 0 && former.sa_handler == SIG_IGN) continue;
    sigaction(crashes[index], &action, NULL);
  }
  atexit(guard_at_exit);
}

void guard_watch_endings(void) {
  static const int endings[] = {SIGHUP, SIGINT, SIGTERM, SIGTSTP};
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_crash;
  action.sa_flags = (int)SA_RESETHAND;
  sigemptyset(&action.sa_mask);
  for (size_t index = 0; index < sizeof endings / sizeof endings[0]; index++) {
    struct sigaction former;
    if (sigaction(endings[index], NULL, &former) == 0 && former.sa_handler == SIG_DFL) {
      sigaction(endings[index], &action, NULL);
    }
  }
}

// While the terminal is hushed its original modes are already stored, and can no longer be read from it.
static int remember(int input) {
  if (atomic_load(&taken)) return 0;
  return tcgetattr(input, &before) == 0 ? 0 : errno;
}

int guard_take_over(int input, int output, const char *text, size_t length) {
  if (atomic_load(&taken) && atomic_load(&hushed) < 0) return 0;
  if (length > LEAVING_LIMIT) return EINVAL;
  int error = remember(input);
  if (error != 0) return error;
  terminal = input;
  screen = output;
  memcpy(leaving, text, length);
  leaving_length = length;
  watch_for_crashes();
  guard_cover_thread();

  struct termios raw = before;
  // All keys arrive as input, including C-c, C-z, C-s and C-q, and output is not processed.
  cfmakeraw(&raw);
  raw.c_iflag |= IUTF8;
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  atomic_store(&taken, 1);
  if (tcsetattr(input, TCSANOW, &raw) != 0) {
    error = errno;
    // Restores the earlier state: hushed, or not taken.
    int own = atomic_load(&hushed);
    if (own < 0) atomic_store(&taken, 0);
    terminal = screen = own;
    leaving_length = 0;
    return error;
  }
  end_hush();
  keep_errors();
  return 0;
}

void guard_leave_first(const char *text, size_t length) {
  if (length > FIRST_LIMIT || atomic_load(&leaving_first_length) > 0) return;
  memcpy(leaving_first, text, length);
  atomic_store(&leaving_first_length, length);
}

int guard_hush(int input) {
  int error = remember(input);
  if (error != 0) return error;
  // Duplicated, because the caller closes its own descriptor.
  int own = fcntl(input, F_DUPFD_CLOEXEC, 3);
  if (own < 0) {
    guard_give_back();
    return errno;
  }
  struct termios quiet = before;
  quiet.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
  // If the program were stopped here, it would resume in a terminal that echoes typing. With C-z disabled, the key is read by
  // the next question.
  quiet.c_cc[VSUSP] = _POSIX_VDISABLE;
  end_hush();
  terminal = screen = own;
  leaving_length = 0;
  watch_for_crashes();
  atomic_store(&hushed, own);
  atomic_store(&taken, 1);
  // A background process that sets the modes would be stopped, and it has no input to hide.
  error = tcgetpgrp(input) == getpgrp() && tcsetattr(input, TCSANOW, &quiet) != 0 ? errno : 0;
  show_errors();
  return error;
}

void guard_stop_job(void) {
  struct sigaction standard, nothing, stop_before, continue_before;
  memset(&standard, 0, sizeof standard);
  standard.sa_handler = SIG_DFL;
  nothing = standard;
  nothing.sa_handler = SIG_IGN;
  sigaction(SIGCONT, &standard, &continue_before);
  // The other processes of the group first. A signal sent to a process may be taken by any of its threads, some time later;
  // sent to this thread it stops the process here.
  sigaction(SIGTSTP, &nothing, &stop_before);
  kill(0, SIGTSTP);
  sigaction(SIGTSTP, &standard, NULL);
  sigset_t stopping, mask;
  sigemptyset(&stopping);
  sigaddset(&stopping, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &stopping, &mask);
  pthread_kill(pthread_self(), SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  sigaction(SIGTSTP, &stop_before, NULL);
  sigaction(SIGCONT, &continue_before, NULL);
}
