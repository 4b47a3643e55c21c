#ifndef INKWELL_CENCHANT_H
#define INKWELL_CENCHANT_H

#include <stddef.h>

// enchant, opened while the program runs: who does not have spelling checked neither loads it nor needs it, and nobody
// needs its headers to build. What is called here is the binary interface of version 2.

/// All dictionaries, and one of them. Only one thread may use a broker and its dictionaries.
typedef struct libenchant_broker libenchant_broker;
typedef struct libenchant_dictionary libenchant_dictionary;

/// Opens the library by its name and keeps it for the life of the process; a library of another name is not opened beside it.
/// Any thread may call it, as often as it likes; all other functions may be called once it returned 1.
int libenchant_load(const char *name);

/// Makes a broker; NULL if there is no memory.
libenchant_broker *libenchant_broker_make(void);
void libenchant_broker_free(libenchant_broker *);

/// Opens the dictionary of a language, Hunspell's if there is one; NULL if there is none.
libenchant_dictionary *libenchant_open(libenchant_broker *, const char *language);
void libenchant_close(libenchant_broker *, libenchant_dictionary *);

/// Whether the dictionary has a word of valid UTF-8. It is 1 as well if that cannot be told.
int libenchant_contains(libenchant_dictionary *, const char *word, size_t length);

/// What may have been meant, as texts of UTF-8; NULL if nothing.
char **libenchant_suggest(libenchant_dictionary *, const char *word, size_t length, size_t *count);
void libenchant_free_suggestions(libenchant_dictionary *, char **);

/// Adds a word to the user's own.
void libenchant_add(libenchant_dictionary *, const char *word, size_t length);

#endif
