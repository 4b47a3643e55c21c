#ifndef INKWELL_CNCURSESW_SHIM_H
#define INKWELL_CNCURSESW_SHIM_H

// Without these two macros the wide-character functions are missing, and wcwidth is hidden.
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif

// Do not include anything that includes <ucontext.h>, as <signal.h> does: under _XOPEN_SOURCE its structures have other names
// than in Swift's Glibc, and a compiler that sees both rejects them.
#include <ncurses.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

// Swift 6 cannot import macros and mutable globals; these constants and functions replace them.
static const attr_t curses_bold = WA_BOLD;
static const attr_t curses_dim = WA_DIM;
static const attr_t curses_italic = WA_ITALIC;
static const attr_t curses_underline = WA_UNDERLINE;
static const attr_t curses_reverse = WA_REVERSE;
static const attr_t curses_invisible = WA_INVIS;

/// The window that the next update shows. A drawing in `stdscr` would first have to be copied into this one.
static inline WINDOW *curses_next_screen(void) { return newscr; }
static inline int curses_rows(void) { return LINES; }
static inline int curses_columns(void) { return COLS; }
static inline int curses_pairs(void) { return COLOR_PAIRS; }
static inline int curses_colors(void) { return COLORS; }

/// Makes the next update clear the terminal and write everything.
static inline void curses_forget(void) { clearok(curscr, TRUE); }

/// Whether terminfo describes a terminal of this name, with an addressable cursor.
static inline bool curses_knows(const char *name) {
  int error;
  if (setupterm((char *)name, STDOUT_FILENO, &error) != OK) return false;
  char *motion = tigetstr((char *)"cup");
  return motion && motion != (char *)-1;
}

/// Whether the current description includes the size of the terminal; that of a console may not.
static inline bool curses_knows_size(void) {
  return tigetnum((char *)"lines") > 0 && tigetnum((char *)"cols") > 0;
}

/// Starts ncurses with the named description, and writes to a descriptor that need not be a terminal.
static inline bool curses_open(const char *name, int output) {
  FILE *file = fdopen(output, "w");
  return file && newterm((char *)name, file, stdin);
}

/// A string of the terminal's description; NULL if it has none.
static inline const char *curses_capability(const char *name) {
  char *found = tigetstr((char *)name);
  return found == (char *)-1 ? NULL : found;
}

/// Puts adjacent letters of one cell each and of one style: `count` of them, from `column` on. `by_column` has one letter for each
/// column of the row.
static inline void curses_put_letters(
    int row, int column, const uint32_t *by_column, int count, attr_t attributes, int pair) {
  const uint32_t *letters = by_column + column;
  enum { MOST_CELLS = 128 };
  cchar_t there, blank = {0};
  setcchar(&blank, L" ", attributes, 0, &pair);
  int start = 0;
  // In A_CHARTEXT ncurses notes which half of a wide letter a cell is. On a second half, wadd_wchnstr would also erase what was
  // just put into the first.
  if (mvwin_wch(curses_next_screen(), row, column, &there) == OK && (there.attr & A_CHARTEXT) > 1) {
    blank.chars[0] = (wchar_t)letters[start++];
    wadd_wch(curses_next_screen(), &blank);
  }
  while (start < count) {
    cchar_t cells[MOST_CELLS];
    int length = count - start < MOST_CELLS ? count - start : MOST_CELLS;
    for (int index = 0; index < length; index++) {
      cells[index] = blank;
      cells[index].chars[0] = (wchar_t)letters[start + index];
    }
    mvwadd_wchnstr(curses_next_screen(), row, column + start, cells, length);
    start += length;
  }
}

/// Puts a glyph: base characters with their marks, each base into separate cells.
static inline void curses_put(
    int row, int column, const wchar_t *text, size_t length, attr_t attributes, int pair) {
  size_t start = 0;
  while (start < length) {
    wchar_t piece[CCHARW_MAX + 1];
    size_t count = 0, next = start;
    do {
      if (count < CCHARW_MAX) piece[count++] = text[next];
      next++;
    } while (next < length && wcwidth(text[next]) <= 0);
    piece[count] = 0;
    cchar_t cell;
    if (setcchar(&cell, piece, attributes, 0, &pair) == OK) mvwadd_wch(curses_next_screen(), row, column, &cell);
    int width = wcwidth(text[start]);
    column += width > 0 ? width : 1;
    start = next;
  }
}

#endif
