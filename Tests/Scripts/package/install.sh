#!/bin/sh
# install.sh BINARY: installs the program and its files below $DESTDIR$PREFIX. install.sh --remove: removes them again,
# and the folders that only Inkwell uses.
set -eu
cd "$(dirname "$0")/../../.."
files=Tests/Scripts/package/files.sh
root=${DESTDIR:-}${PREFIX:?says where}

if [ "$1" = --remove ]; then
  # Any existing file will do as BINARY here: only the installed paths are used.
  $files Makefile | while read -r mode path source; do rm -f "$root/$path"; done
  for folder in share/doc/inkwell/docs/decisions share/doc/inkwell/docs/screenshots share/doc/inkwell/docs share/doc/inkwell; do
    [ ! -d "$root/$folder" ] || rmdir "$root/$folder"
  done
else
  $files "$1" | while read -r mode path source; do install -D -m "$mode" "$source" "$root/$path"; done
  strip "$root/bin/inkwell"
fi
