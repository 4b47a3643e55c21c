#ifndef INKWELL_DECODER_CHILD_H
#define INKWELL_DECODER_CHILD_H

#include <stddef.h>
#include <sys/types.h>

// Starting a program that is not trusted with what it reads.

/// Starts a program in a session of its own, in the root folder, with the bytes as its input and nothing else of this process:
/// no terminal, no open file, no blocked signal. `output` becomes the end to read its output from. Returns 0, or an errno.
int decoder_child_start(
    pid_t *child, int *output, char *const arguments[], char *const environment[], const void *bytes, size_t count);

#endif
