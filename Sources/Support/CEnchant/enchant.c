#include "CEnchant.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/types.h>

/// The functions of the library, under the library's own names.
static struct {
  libenchant_broker *(*broker_init)(void);
  void (*broker_free)(libenchant_broker *);
  void (*broker_set_ordering)(libenchant_broker *, const char *tag, const char *ordering);
  libenchant_dictionary *(*broker_request_dict)(libenchant_broker *, const char *tag);
  void (*broker_free_dict)(libenchant_broker *, libenchant_dictionary *);
  int (*dict_check)(libenchant_dictionary *, const char *word, ssize_t length);
  char **(*dict_suggest)(libenchant_dictionary *, const char *word, ssize_t length, size_t *count);
  void (*dict_free_string_list)(libenchant_dictionary *, char **);
  void (*dict_add)(libenchant_dictionary *, const char *word, ssize_t length);
} enchant;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/// The name of the library that is open; empty while none is.
static char loaded_name[64];

/// The place of each function.
static const struct {
  const char *name;
  void *place;
} symbols[] = {
#define SYMBOL(name) {"enchant_" #name, &enchant.name}
  SYMBOL(broker_init),      SYMBOL(broker_free), SYMBOL(broker_set_ordering), SYMBOL(broker_request_dict),
  SYMBOL(broker_free_dict), SYMBOL(dict_check),  SYMBOL(dict_suggest),        SYMBOL(dict_free_string_list),
  SYMBOL(dict_add),
#undef SYMBOL
};

static int find_functions(void *library) {
  for (size_t index = 0; index < sizeof symbols / sizeof *symbols; index++) {
    void *symbol = dlsym(library, symbols[index].name);
    if (!symbol) return 0;
    // POSIX guarantees that a function fits into such a pointer; the C standard does not.
    *(void **)symbols[index].place = symbol;
  }
  return 1;
}

static void say_nothing(const char *domain, int level, const char *message, void *data) {
  (void)domain;
  (void)level;
  (void)message;
  (void)data;
}

/// GLib, which enchant uses, writes warnings to standard error, where they would corrupt the screen.
static void silence(void *library) {
  typedef void (*log_function)(const char *, int, const char *, void *);
  union {
    void *symbol;
    log_function (*call)(log_function, void *);
  } set_handler = {dlsym(library, "g_log_set_default_handler")};
  if (set_handler.symbol) set_handler.call(say_nothing, NULL);
}

int libenchant_load(const char *name) {
  pthread_mutex_lock(&lock);
  if (!*loaded_name && strlen(name) < sizeof loaded_name) {
    // Never closed, because GLib cannot be unloaded.
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library && find_functions(library)) {
      silence(library);
      strcpy(loaded_name, name);
    }
  }
  int result = strcmp(loaded_name, name) == 0;
  pthread_mutex_unlock(&lock);
  return result;
}

libenchant_broker *libenchant_broker_make(void) { return enchant.broker_init(); }

void libenchant_broker_free(libenchant_broker *broker) { enchant.broker_free(broker); }

libenchant_dictionary *libenchant_open(libenchant_broker *broker, const char *language) {
  // For English, Debian prefers aspell, which accepts other words and leaves files in the home folder.
  enchant.broker_set_ordering(broker, language, "hunspell");
  return enchant.broker_request_dict(broker, language);
}

void libenchant_close(libenchant_broker *broker, libenchant_dictionary *dictionary) {
  enchant.broker_free_dict(broker, dictionary);
}

int libenchant_contains(libenchant_dictionary *dictionary, const char *word, size_t length) {
  return enchant.dict_check(dictionary, word, (ssize_t)length) <= 0;
}

char **libenchant_suggest(libenchant_dictionary *dictionary, const char *word, size_t length, size_t *count) {
  *count = 0;
  return enchant.dict_suggest(dictionary, word, (ssize_t)length, count);
}

void libenchant_free_suggestions(libenchant_dictionary *dictionary, char **words) {
  enchant.dict_free_string_list(dictionary, words);
}

void libenchant_add(libenchant_dictionary *dictionary, const char *word, size_t length) {
  enchant.dict_add(dictionary, word, (ssize_t)length);
}
