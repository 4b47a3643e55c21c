#include "library.h"

libcurl_easy *libcurl_easy_make(void) { return libcurl.easy_init(); }

void libcurl_easy_free(libcurl_easy *easy) { libcurl.easy_cleanup(easy); }

// libcurl reads the argument in the type that the option's number implies, so the type must match exactly.

enum libcurl_code libcurl_set_number(libcurl_easy *easy, enum libcurl_option option, long value) {
  return libcurl.easy_setopt(easy, option, value);
}

enum libcurl_code libcurl_set_size(libcurl_easy *easy, enum libcurl_option option, int64_t value) {
  return libcurl.easy_setopt(easy, option, value);
}

enum libcurl_code libcurl_set_text(libcurl_easy *easy, enum libcurl_option option, const char *value) {
  return libcurl.easy_setopt(easy, option, value);
}

enum libcurl_code libcurl_set_pointer(libcurl_easy *easy, enum libcurl_option option, void *value) {
  return libcurl.easy_setopt(easy, option, value);
}

enum libcurl_code libcurl_set_list(libcurl_easy *easy, enum libcurl_option option, libcurl_list *value) {
  return libcurl.easy_setopt(easy, option, value);
}

enum libcurl_code libcurl_set_bytes_function(
  libcurl_easy *easy, enum libcurl_option option, libcurl_bytes_function value) {
  return libcurl.easy_setopt(easy, option, value);
}

enum libcurl_code libcurl_set_sending_function(libcurl_easy *easy, libcurl_sending_function value) {
  return libcurl.easy_setopt(easy, LIBCURL_PREREQFUNCTION, value);
}

static int refuse_seeking(void *data, int64_t offset, int origin) {
  (void)data, (void)offset, (void)origin;
  return 1;
}

enum libcurl_code libcurl_refuse_rewinding(libcurl_easy *easy) {
  return libcurl.easy_setopt(easy, LIBCURL_SEEKFUNCTION, refuse_seeking);
}

libcurl_list *libcurl_list_append(libcurl_list *list, const char *text) { return libcurl.slist_append(list, text); }

void libcurl_list_free(libcurl_list *list) { libcurl.slist_free_all(list); }

libcurl_multi *libcurl_multi_make(long connections) {
  static const int option_maxconnects = 6;
  libcurl_multi *multi = libcurl.multi_init();
  if (multi) libcurl.multi_setopt(multi, option_maxconnects, connections);
  return multi;
}

void libcurl_multi_free(libcurl_multi *multi) { libcurl.multi_cleanup(multi); }

int libcurl_multi_add(libcurl_multi *multi, libcurl_easy *easy) { return libcurl.multi_add_handle(multi, easy); }

int libcurl_multi_remove(libcurl_multi *multi, libcurl_easy *easy) { return libcurl.multi_remove_handle(multi, easy); }

int libcurl_multi_perform(libcurl_multi *multi) {
  int running;
  return libcurl.multi_perform(multi, &running);
}

int libcurl_multi_poll(libcurl_multi *multi, int milliseconds) {
  return libcurl.multi_poll(multi, NULL, 0, milliseconds, NULL);
}

int libcurl_multi_wakeup(libcurl_multi *multi) { return libcurl.multi_wakeup(multi); }

libcurl_easy *libcurl_multi_take_ended(libcurl_multi *multi, enum libcurl_code *code) {
  static const int kind_ended = 1;
  int left;
  struct libcurl_message *message;
  while ((message = libcurl.multi_info_read(multi, &left))) {
    if (message->kind != kind_ended) continue;
    *code = message->data.code;
    return message->easy;
  }
  return NULL;
}
