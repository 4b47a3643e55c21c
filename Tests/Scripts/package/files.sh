#!/bin/sh
# Lists the files of an installation, one line for each: its mode, its path below PREFIX, and its source. Installing,
# uninstalling and the package use this list.
set -eu
cd "$(dirname "$0")/../../.."
binary=$1

entry() { [ ! -e "$3" ] || echo "$1 $2 $3"; }

entry 755 bin/inkwell "$binary"
for page in docs/man/*.[1-8]; do entry 644 "share/man/man${page##*.}/${page##*/}" "$page"; done
entry 644 share/bash-completion/completions/inkwell docs/completions/inkwell.bash
entry 644 share/zsh/site-functions/_inkwell docs/completions/_inkwell
entry 644 share/fish/vendor_completions.d/inkwell.fish docs/completions/inkwell.fish
for file in README.md LICENSE; do entry 644 "share/doc/inkwell/$file" "$file"; done
# Part of ncurses is linked into the program, so its licence is included. SQLite requires none.
entry 644 share/doc/inkwell/LICENSE.ncurses /usr/share/doc/libncurses-dev/copyright
# The pictures of all themes and terminals are only for developers.
for file in docs/*.md docs/*.json5 docs/decisions/*.md docs/screenshots/*.*; do entry 644 "share/doc/inkwell/$file" "$file"; done
