#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

struct libcurl_functions libcurl;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int is_loaded;

/// The first members of the result of `curl_version_info`, the same in every version.
struct version_info {
  int age;
  const char *version;
  unsigned int number;
  const char *host;
  int features;
};

/// 7.80.0, the first version with a callback before a request is sent again.
static const unsigned int oldest = 0x075000;
static const int feature_tls = 1 << 2;
static const long initialise_all = 3;

/// The place of each function in the table.
static const struct {
  const char *name;
  size_t offset;
} symbols[] = {
#define SYMBOL(name) {"curl_" #name, offsetof(struct libcurl_functions, name)}
  SYMBOL(global_init),     SYMBOL(version_info),    SYMBOL(easy_init),        SYMBOL(easy_cleanup),
  SYMBOL(easy_setopt),     SYMBOL(slist_append),    SYMBOL(slist_free_all),   SYMBOL(multi_init),
  SYMBOL(multi_setopt),    SYMBOL(multi_cleanup),   SYMBOL(multi_add_handle), SYMBOL(multi_perform),
  SYMBOL(multi_poll),      SYMBOL(multi_wakeup),    SYMBOL(multi_info_read),  SYMBOL(multi_remove_handle),
#undef SYMBOL
};

static int find_functions(void *library, struct libcurl_functions *functions) {
  for (size_t index = 0; index < sizeof symbols / sizeof *symbols; index++) {
    void *symbol = dlsym(library, symbols[index].name);
    if (!symbol) return 0;
    // POSIX guarantees that a function fits into such a pointer; the C standard does not.
    *(void **)((char *)functions + symbols[index].offset) = symbol;
  }
  return 1;
}

static int is_fit(const struct libcurl_functions *functions) {
  const struct version_info *info = functions->version_info(0);
  return info->number >= oldest && (info->features & feature_tls);
}

// OpenSSL frees its state at exit, even if another thread still uses it. The process frees everything anyway. Only the first
// initialization counts, and other libraries for TLS have no such function.
static void keep_tls_until_the_end(void *library) {
  enum { no_cleanup_at_exit = 0x80000 };
  int (*initialise)(uint64_t, const void *) = (int (*)(uint64_t, const void *))dlsym(library, "OPENSSL_init_crypto");
  if (initialise) initialise(no_cleanup_at_exit, 0);
}

enum libcurl_loading libcurl_load(const char *name) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) return LIBCURL_MISSING;
  struct libcurl_functions found;
  int fits = find_functions(library, &found) && is_fit(&found);
  if (fits) {
    // The library is never closed: its own dependencies register work for the end of the process.
    pthread_mutex_lock(&lock);
    if (!is_loaded) {
      keep_tls_until_the_end(library);
      fits = found.global_init(initialise_all) == 0;
      if (fits) libcurl = found;
      is_loaded = fits;
    }
    pthread_mutex_unlock(&lock);
  }
  return fits ? LIBCURL_LOADED : LIBCURL_UNFIT;
}
