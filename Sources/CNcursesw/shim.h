#ifndef INKWELL_CNCURSESW_SHIM_H
#define INKWELL_CNCURSESW_SHIM_H

// Without these two the wide characters do not exist, and wcwidth is hidden.
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif

// Nothing that includes <ucontext.h>, as <signal.h> does: its structures have other names under _XOPEN_SOURCE than in Swift's
// Glibc, and a compiler that sees both refuses them.
#include <ncurses.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

// Macros and mutable globals do not come over to Swift 6; these do.
static const attr_t curses_bold = WA_BOLD;
static const attr_t curses_dim = WA_DIM;
static const attr_t curses_italic = WA_ITALIC;
static const attr_t curses_underline = WA_UNDERLINE;
static const attr_t curses_reverse = WA_REVERSE;

/// The window that the next update shows. What is drawn into `stdscr`, ncurses would first have to copy into this one.
static inline WINDOW *curses_next_screen(void) { return newscr; }
static inline int curses_rows(void) { return LINES; }
static inline int curses_columns(void) { return COLS; }
static inline int curses_pairs(void) { return COLOR_PAIRS; }
static inline int curses_colors(void) { return COLORS; }

/// Has the next update clear the terminal and write everything.
static inline void curses_forget(void) { clearok(curscr, TRUE); }

/// Whether there is a description of this name, for a terminal that can put its cursor anywhere.
static inline bool curses_knows(const char *name) {
  int error;
  if (setupterm((char *)name, STDOUT_FILENO, &error) != OK) return false;
  char *motion = tigetstr((char *)"cup");
  return motion && motion != (char *)-1;
}

/// Whether the description that is known says how large the terminal is; that of a console may not.
static inline bool curses_knows_size(void) {
  return tigetnum((char *)"lines") > 0 && tigetnum((char *)"cols") > 0;
}

/// The description that is known, piece by piece: how many flags, numbers and strings one can have, and which this one has. A
/// number that it has not is below 0, a string NULL.
enum { curses_flags = BOOLCOUNT, curses_numbers = NUMCOUNT, curses_strings = STRCOUNT };
static inline bool curses_flag(int place) { return CUR Booleans[place] > 0; }
// By its name: those that can be reached by their places have 16 bits.
static inline int curses_number(int place) { return tigetnum((char *)numnames[place]); }
static inline const char *curses_string_name(int place) { return strnames[place]; }
static inline const char *curses_string(int place) {
  const char *string = CUR Strings[place];
  return string == (const char *)-1 ? NULL : string;
}

extern char **environ;

/// Begins with a description, and writes to a descriptor that need not be a terminal. `described` is the value of TERMINFO while
/// the description is read; NULL: the person's. That is also taken if ncurses cannot read the other.
static inline bool curses_open(const char *name, const char *described, int output) {
  FILE *file = fdopen(output, "w");
  if (!file) return false;
  size_t count = 0, length = described ? strlen(described) + 1 : 0;
  while (environ[count]) count++;
  char **told = (char **)malloc((count + 2) * sizeof *told), **real = environ;
  char *variable = (char *)malloc(sizeof "TERMINFO=" + length);
  bool is_open = false;
  if (described && told && variable) {
    memcpy(variable, "TERMINFO=", 9);
    memcpy(variable + 9, described, length);
    told[0] = variable;
    memcpy(told + 1, real, (count + 1) * sizeof *told);
    // Not setenv, which moves what another thread may be looking through. For the same reason neither is freed.
    environ = told;
    is_open = newterm((char *)name, file, stdin) != NULL;
    environ = real;
  }
  return is_open || newterm((char *)name, file, stdin) != NULL;
}

/// A string of the terminal's description; NULL where it has none.
static inline const char *curses_capability(const char *name) {
  char *found = tigetstr((char *)name);
  return found == (char *)-1 ? NULL : found;
}

/// Puts letters of one cell each and of one look beside each other: `count` of them, from `column` on. `by_column` has one for
/// each column of the row.
static inline void curses_put_letters(
    int row, int column, const uint32_t *by_column, int count, attr_t attributes, int pair) {
  const uint32_t *letters = by_column + column;
  // A chtype has a byte for the letter and one for the pair.
  enum { MOST_CELLS = 128, CHTYPE_PAIRS = 256 };
  bool fits_chtype = pair < CHTYPE_PAIRS;
  for (int index = 0; index < count; index++) fits_chtype &= letters[index] < 0x80;
  if (fits_chtype) {
    // Cells of the old kind: ncurses copies them, and neither renders nor measures each.
    chtype cells[MOST_CELLS];
    chtype look = (chtype)attributes | COLOR_PAIR(pair);
    for (int start = 0; start < count; start += MOST_CELLS) {
      int length = count - start < MOST_CELLS ? count - start : MOST_CELLS;
      for (int index = 0; index < length; index++) cells[index] = (chtype)letters[start + index] | look;
      mvwaddchnstr(curses_next_screen(), row, column + start, cells, length);
    }
    return;
  }
  cchar_t there, blank = {0};
  setcchar(&blank, L" ", attributes, 0, &pair);
  int start = 0;
  // In A_CHARTEXT ncurses notes which half of a wide letter a cell is. Over the second one, wadd_wchnstr would also take away
  // what has been put over the first.
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

/// Puts a glyph: bases with their marks, each base into cells of its own.
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
