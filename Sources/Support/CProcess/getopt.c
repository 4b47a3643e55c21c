#include "CProcess.h"

#include <stddef.h>

static int word_count;
static char **words;

// Swift reads the arguments from /proc, which is missing in some root folders; the C library passes them to constructors.
__attribute__((constructor)) static void keep_words(int count, char **all) {
  word_count = count;
  words = all;
}

int getopt_word_count(void) { return word_count; }

const char *getopt_word(int index) { return words[index]; }

void getopt_begin(void) {
  optind = 0;
  opterr = 0;
}

struct getopt_answer getopt_next(int count, char *const *all, const char *shorts, const struct option *longs) {
  optarg = NULL;
  int code = getopt_long(count, all, shorts, longs, NULL);
  struct getopt_answer answer = {code, optopt, optind, optarg};
  return answer;
}
