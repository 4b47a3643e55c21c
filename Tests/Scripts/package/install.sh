#!/bin/sh
# install.sh BINARY: puts the program and what belongs to it below $DESTDIR$PREFIX.
# install.sh --remove: takes them away again, and the folders that are ours alone.
set -eu
cd "$(dirname "$0")/../../.."
files=Tests/Scripts/package/files.sh
root=${DESTDIR:-}${PREFIX:?says where}

if [ "$1" = --remove ]; then
  # What the program was built as does not matter for where it is.
  $files Makefile | while read -r mode path source; do rm -f "$root/$path"; done
  for folder in share/doc/inkwell/docs/decisions share/doc/inkwell/docs/screenshots share/doc/inkwell/docs share/doc/inkwell; do
    [ ! -d "$root/$folder" ] || rmdir "$root/$folder"
  done
else
  $files "$1" | while read -r mode path source; do install -D -m "$mode" "$source" "$root/$path"; done
  strip "$root/bin/inkwell"
fi
