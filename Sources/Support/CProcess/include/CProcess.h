#ifndef INKWELL_PROCESS_H
#define INKWELL_PROCESS_H

// System functions that Swift lacks: access to the arguments of this process, and starting other programs.

#include <getopt.h>
#include <stddef.h>
#include <sys/types.h>

/// The number of arguments of the process, including its name, and a single argument.
int getopt_word_count(void);
const char *getopt_word(int index);

/// The result of getopt_long for the next argument.
struct getopt_answer {
  int code;
  /// The invalid option, if the code is '?' or ':'.
  int faulty;
  /// The index of the next argument.
  int next;
  const char *argument;
};

// getopt keeps its state in globals, which Swift 6 cannot import.

/// Starts at the first argument, and turns off getopt's own error messages.
void getopt_begin(void);
struct getopt_answer getopt_next(int count, char *const *words, const char *shorts, const struct option *longs);

/// Starts a program with a clean signal mask and default signal handlers. A detached one has a separate session and neither
/// input nor output. Returns 0, or an errno.
int child_spawn(pid_t *pid, const char *file, char *const arguments[], char *const environment[], int detached);

/// A descriptor that becomes readable when the child has ended, or -1.
int child_watch(pid_t pid);

/// Reaps the child: returns its exit status, or 128 plus the signal that ended it; -1 if there is no such child.
int child_reap(pid_t pid);

/// Starts a program in a separate session, in the root folder, with the bytes as its input. It inherits nothing else of this
/// process: no terminal, no open file, no blocked signal. `output` becomes the end to read its output from. Returns 0, or an
/// errno.
int decoder_child_start(
    pid_t *child, int *output, char *const arguments[], char *const environment[], const void *bytes, size_t count);

#endif
