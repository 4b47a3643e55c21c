#ifndef INKWELL_CENCHANT_H
#define INKWELL_CENCHANT_H

#include <stddef.h>

// enchant, opened at run time: without spell checking, a program neither loads nor needs it, and the build does not need its
// headers. The functions are the binary interface of version 2.

/// A set of dictionaries, and one dictionary. A broker and its dictionaries must be used on one thread only.
typedef struct libenchant_broker libenchant_broker;
typedef struct libenchant_dictionary libenchant_dictionary;

/// Opens the library by its name and keeps it open for the life of the process; a second library with another name is not
/// opened. May be called on any thread and repeatedly; all other functions may be called once it has returned 1.
int libenchant_load(const char *name);

/// Creates a broker; NULL if there is no memory.
libenchant_broker *libenchant_broker_make(void);
void libenchant_broker_free(libenchant_broker *);

/// Opens the dictionary of a language, Hunspell's if there is one; NULL if there is none.
libenchant_dictionary *libenchant_open(libenchant_broker *, const char *language);
void libenchant_close(libenchant_broker *, libenchant_dictionary *);

/// Whether the dictionary contains a word, in valid UTF-8. Also 1 if the lookup fails.
int libenchant_contains(libenchant_dictionary *, const char *word, size_t length);

/// Suggestions for a word, in UTF-8; NULL if there are none.
char **libenchant_suggest(libenchant_dictionary *, const char *word, size_t length, size_t *count);
void libenchant_free_suggestions(libenchant_dictionary *, char **);

/// Adds a word to the user's own list.
void libenchant_add(libenchant_dictionary *, const char *word, size_t length);

#endif
