#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int child_spawn(pid_t *pid, const char *file, char *const arguments[], char *const environment[], int detached) {
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t files;
  int error = posix_spawnattr_init(&attributes);
  if (error != 0) return error;
  error = posix_spawn_file_actions_init(&files);
  if (error != 0) {
    posix_spawnattr_destroy(&attributes);
    return error;
  }
  // The threads of a dispatch queue block nearly every signal, and a child would inherit that.
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  if (detached) {
    flags |= POSIX_SPAWN_SETSID;
    for (int descriptor = 0; descriptor <= 2 && error == 0; descriptor++) {
      error = posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_RDWR, 0);
    }
  }
  if (error == 0) error = posix_spawnattr_setflags(&attributes, flags);
  if (error == 0) error = posix_spawnp(pid, file, &files, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  return error;
}

int child_watch(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int child_reap(pid_t pid) {
  int status;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
