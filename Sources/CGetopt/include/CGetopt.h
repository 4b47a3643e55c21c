#ifndef INKWELL_CGETOPT_H
#define INKWELL_CGETOPT_H

#include <getopt.h>

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

#endif
