#ifndef INKWELL_PROCESS_H
#define INKWELL_PROCESS_H

// What Swift cannot ask of the system by itself: the words that the process was started with, and other programs.

#include <getopt.h>
#include <stddef.h>
#include <sys/types.h>

/// How many words the process was started with, its own name included, and one of them.
int getopt_word_count(void);
const char *getopt_word(int index);

/// What getopt_long says of the next word.
struct getopt_answer {
  int code;
  /// The option that is not right, where the code is '?' or ':'.
  int faulty;
  /// The word behind it.
  int next;
  const char *argument;
};

// getopt keeps its place in globals, which do not come over to Swift 6.

/// Begins with the first word, and complains about nothing by itself.
void getopt_begin(void);
struct getopt_answer getopt_next(int count, char *const *words, const char *shorts, const struct option *longs);

/// Starts a program with a clean signal mask and clean handlers. A detached one has a session of its own and neither
/// input nor output. Returns 0, or an errno.
int child_spawn(pid_t *pid, const char *file, char *const arguments[], char *const environment[], int detached);

/// A descriptor that can be read from once the child has ended, or -1.
int child_watch(pid_t pid);

/// Takes the child's end: its exit status, or 128 and the signal that ended it; -1 if there is no such child.
int child_reap(pid_t pid);

/// Starts a program in a session of its own, in the root folder, with the bytes as its input and nothing else of this process:
/// no terminal, no open file, no blocked signal. `output` becomes the end to read its output from. Returns 0, or an errno.
int decoder_child_start(
    pid_t *child, int *output, char *const arguments[], char *const environment[], const void *bytes, size_t count);

#endif
