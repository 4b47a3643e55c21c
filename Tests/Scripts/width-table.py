#!/usr/bin/env python3
"""Writes Sources/Terminal/TerminalScreen/Text/WidthTable.swift from the wcwidth of the C library it runs on.

Run it from the repository's root, on the system whose widths are to hold (the table in git is glibc 2.36's):

    Tests/Scripts/width-table.py

A row of the table is the first scalar of a run of the same width, shifted left by two, plus the width and one; a scalar
that the library does not know has the width -1. WidthTableTests compares the table with the library for all scalars.
"""
import ctypes
import os

TARGET = "Sources/Terminal/TerminalScreen/Text/WidthTable.swift"

HEAD = """/// How many columns the C library gives each scalar, so that a screen is the same on every system.
///
/// Written by Tests/Scripts/width-table.py from glibc %s; not to be edited by hand.
enum WidthTable {
  /// The first scalar of each run of the same width, shifted left by two, plus the width and one.
  // swift-format-ignore
  static let runs: [UInt32] = [
"""

libc = ctypes.CDLL("libc.so.6")
libc.setlocale.restype = ctypes.c_char_p
libc.gnu_get_libc_version.restype = ctypes.c_char_p
if not libc.setlocale(0, b"C.UTF-8"):  # 0 is LC_CTYPE
    raise SystemExit("there is no C.UTF-8 here")

runs, last = [], None
for value in range(0x110000):
    surrogate = 0xD800 <= value < 0xE000
    width = -1 if surrogate else libc.wcwidth(ctypes.c_uint(value))
    if width != last:
        runs.append(value << 2 | width + 1)
        last = width

lines, line = [], "   "
for run in runs:
    item = f" 0x{run:X},"
    if len(line) + len(item) > 110:
        lines.append(line)
        line = "   "
    line += item
lines.append(line)

with open(TARGET, "w", encoding="utf-8") as file:
    file.write(HEAD % libc.gnu_get_libc_version().decode())
    file.write("\n".join(lines))
    file.write("\n  ]\n}\n")
print(f"{TARGET}: {len(runs)} runs, {os.path.getsize(TARGET)} bytes")
