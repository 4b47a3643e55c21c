#ifndef INKWELL_CCURL_LIBRARY_H
#define INKWELL_CCURL_LIBRARY_H

#include "CCurl.h"

/// libcurl's message about the end of a request.
struct libcurl_message {
  int kind;
  libcurl_easy *easy;
  union {
    void *whatever;
    int code;
  } data;
};

/// The functions of the library, under the library's own names.
struct libcurl_functions {
  int (*global_init)(long flags);
  void *(*version_info)(int age);
  libcurl_easy *(*easy_init)(void);
  void (*easy_cleanup)(libcurl_easy *);
  int (*easy_setopt)(libcurl_easy *, int option, ...);
  libcurl_list *(*slist_append)(libcurl_list *, const char *);
  void (*slist_free_all)(libcurl_list *);
  libcurl_multi *(*multi_init)(void);
  int (*multi_setopt)(libcurl_multi *, int option, ...);
  int (*multi_cleanup)(libcurl_multi *);
  int (*multi_add_handle)(libcurl_multi *, libcurl_easy *);
  int (*multi_remove_handle)(libcurl_multi *, libcurl_easy *);
  int (*multi_perform)(libcurl_multi *, int *running);
  int (*multi_poll)(libcurl_multi *, void *others, unsigned int count, int milliseconds, int *ready);
  int (*multi_wakeup)(libcurl_multi *);
  struct libcurl_message *(*multi_info_read)(libcurl_multi *, int *left);
};

/// Filled once, before the first call.
extern struct libcurl_functions libcurl;

#endif
