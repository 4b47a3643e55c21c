#define _GNU_SOURCE
#include "CPseudoTerminal.h"

#include <dirent.h>
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

int64_t pty_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

pid_t pty_spawn(
  const char *file, char *const arguments[], char *const environment[], int columns, int rows, int *control,
  int64_t *start) {
  struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
  int clock[2] = {-1, -1};
  if (start && pipe2(clock, O_CLOEXEC) != 0) return -1;
  pid_t child = forkpty(control, NULL, NULL, &size);
  if (child != 0) {
    if (child > 0) fcntl(*control, F_SETFD, FD_CLOEXEC);
    if (start) {
      close(clock[1]);
      if (child > 0 && read(clock[0], start, sizeof *start) != sizeof *start) *start = pty_now();
      close(clock[0]);
    }
    return child;
  }
  // Between fork and exec of a multithreaded program, only async-signal-safe calls are allowed.
  sigset_t none;
  sigemptyset(&none);
  for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
  sigprocmask(SIG_SETMASK, &none, NULL);
  // The time that forking a large process takes does not count towards the start of the program.
  int64_t now = pty_now();
  if (start && write(clock[1], &now, sizeof now) != sizeof now) _exit(127);
  close_range(3, ~0U, 0);
  execve(file, arguments, environment);
  _exit(127);
}

int pty_resize(int control, int columns, int rows) {
  struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
  return ioctl(control, TIOCSWINSZ, &size);
}

int pty_is_cooked(int control) {
  struct termios modes;
  if (tcgetattr(control, &modes) != 0) return -1;
  tcflag_t wanted = ICANON | ECHO | ISIG;
  return (modes.c_lflag & wanted) == wanted && (modes.c_oflag & OPOST) && (modes.c_iflag & ICRNL);
}

int pty_open_other_end(int control) { return ioctl(control, TIOCGPTPEER, O_RDONLY | O_NOCTTY | O_CLOEXEC); }

int pty_watch(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int pty_has_timer(pid_t process, int clock) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/fdinfo", (int)process);
  DIR *folder = opendir(path);
  if (!folder) return -1;
  int found = 0;
  for (struct dirent *entry; !found && (entry = readdir(folder));) {
    int file = openat(dirfd(folder), entry->d_name, O_RDONLY | O_CLOEXEC);
    if (file < 0) continue;
    char text[512];
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    text[count > 0 ? count : 0] = 0;
    int own;
    long seconds = 0, nanoseconds = 0;
    const char *kind = strstr(text, "clockid:"), *left = strstr(text, "it_value:");
    if (!kind || !left || sscanf(kind, "clockid: %d", &own) != 1 || own != clock) continue;
    if (sscanf(left, "it_value: (%ld, %ld)", &seconds, &nanoseconds) == 2)
      found = seconds < 3600 && (seconds != 0 || nanoseconds != 0);
  }
  closedir(folder);
  return found;
}

int pty_is_asleep(pid_t process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", (int)process);
  DIR *folder = opendir(path);
  if (!folder) return -1;
  int asleep = 1;
  for (struct dirent *entry; asleep && (entry = readdir(folder));) {
    if (entry->d_name[0] == '.') continue;
    char name[sizeof entry->d_name + 8];
    snprintf(name, sizeof name, "%s/stat", entry->d_name);
    int file = openat(dirfd(folder), name, O_RDONLY | O_CLOEXEC);
    if (file < 0) continue;  // The thread has ended meanwhile.
    char text[512];
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    text[count > 0 ? count : 0] = 0;
    // The name in parentheses may contain any character; the state is the letter after it.
    const char *end = strrchr(text, ')');
    asleep = end && strlen(end) > 2 && end[2] == 'S';
  }
  closedir(folder);
  return asleep;
}
