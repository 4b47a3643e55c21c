#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <unistd.h>

// A file in memory with these bytes, positioned at its beginning; -1 on failure.
static int file_of(const void *bytes, size_t count) {
  int file = memfd_create("picture", MFD_CLOEXEC);
  if (file < 0) return -1;
  size_t written = 0;
  while (written < count) {
    ssize_t now = write(file, (const char *)bytes + written, count - written);
    if (now < 0 && errno == EINTR) continue;
    if (now <= 0) {
      int error = now < 0 ? errno : EIO;
      close(file);
      errno = error;
      return -1;
    }
    written += (size_t)now;
  }
  lseek(file, 0, SEEK_SET);
  return file;
}

static int spawn(pid_t *child, int input, int output, char *const arguments[], char *const environment[]) {
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t files;
  int error = posix_spawnattr_init(&attributes);
  if (error != 0) return error;
  error = posix_spawn_file_actions_init(&files);
  if (error != 0) {
    posix_spawnattr_destroy(&attributes);
    return error;
  }
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  error = posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
  if (error == 0) error = posix_spawn_file_actions_adddup2(&files, input, 0);
  if (error == 0) error = posix_spawn_file_actions_adddup2(&files, output, 1);
  if (error == 0) error = posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
  if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(&files, 3);
  if (error == 0) error = posix_spawn_file_actions_addchdir_np(&files, "/");
  if (error == 0) error = posix_spawn(child, arguments[0], &files, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  return error;
}

int decoder_child_start(
    pid_t *child, int *output, char *const arguments[], char *const environment[], const void *bytes, size_t count) {
  int input = file_of(bytes, count);
  if (input < 0) return errno;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    int error = errno;
    close(input);
    return error;
  }
  int error = spawn(child, input, ends[1], arguments, environment);
  close(input);
  close(ends[1]);
  if (error != 0) {
    close(ends[0]);
    return error;
  }
  *output = ends[0];
  return 0;
}
