#ifndef INKWELL_CGETOPT_SHIM_H
#define INKWELL_CGETOPT_SHIM_H

#include <getopt.h>
#include <stddef.h>

// getopt keeps its place in globals, which do not come over to Swift 6.

/// What getopt_long says of the next word.
struct getopt_answer {
  int code;
  /// The option that is not right, where the code is '?' or ':'.
  int faulty;
  /// The word behind it.
  int next;
  const char *argument;
};

/// From the first word on; it complains about nothing by itself.
static inline void getopt_begin(void) {
  optind = 0;
  opterr = 0;
}

static inline struct getopt_answer getopt_next(
  int count, char *const *words, const char *shorts, const struct option *longs
) {
  optarg = NULL;
  int code = getopt_long(count, words, shorts, longs, NULL);
  struct getopt_answer answer = {code, optopt, optind, optarg};
  return answer;
}

#endif
