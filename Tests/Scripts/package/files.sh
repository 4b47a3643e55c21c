#!/bin/sh
# Lists what an installation holds, a line for each file: its mode, where it goes below PREFIX, and where it comes from.
# Installing, uninstalling and the package go by this list.
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
for file in docs/*.md docs/*.json5 docs/decisions/*.md docs/screenshots/*; do entry 644 "share/doc/inkwell/$file" "$file"; done
