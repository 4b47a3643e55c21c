#!/bin/sh
# check.sh BINARY FOLDER: tests everything that is distributed. Prints what was tested, what could not be tested, and
# why.
set -eu
cd "$(dirname "$0")/../../.."
binary=$1 folder=$2/check
scripts=Tests/Scripts/package
version=$($scripts/version.sh)
rm -rf "$folder"
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
failed=0

tried() { echo "  ok       $1"; }
skipped() { echo "  skipped  $1"; }
fail() { echo "  FAILED   $1"; failed=1; }
check() { what=$1; shift; if "$@" >"$folder/said" 2>&1; then tried "$what"; else fail "$what"; sed 's/^/           /' "$folder/said"; fi; }

echo "install and uninstall"
root=$folder/installed
DESTDIR=$root PREFIX=/opt/ink $scripts/install.sh "$binary"
says_version() { [ "$("$@" --version)" = "inkwell $version" ]; }
check "the installed program says its version" says_version "$root/opt/ink/bin/inkwell"
is_stripped() { ! readelf -S "$root/opt/ink/bin/inkwell" | grep -q '\.symtab'; }
check "it is stripped" is_stripped
needs_no_swift() { ! readelf -d "$root/opt/ink/bin/inkwell" | grep NEEDED | grep -i swift; }
check "it needs no library of Swift's" needs_no_swift
needs_libc() { ! readelf -d "$root/opt/ink/bin/inkwell" | grep NEEDED | grep -v 'lib[cm]\.so\|ld-linux'; }
check "it needs no library but C's: SQLite and ncurses are linked in" needs_libc
has_licences() { [ -s "$root/opt/ink/share/doc/inkwell/LICENSE" ] && grep -qi 'permission' "$root/opt/ink/share/doc/inkwell/LICENSE.ncurses"; }
check "its licence and that of ncurses are there" has_licences
has_modes() { [ -z "$(find "$root" -type f ! -perm 644 ! -path '*/bin/inkwell')" ] && [ -x "$root/opt/ink/bin/inkwell" ]; }
check "files can be read by everybody" has_modes
for page in "$root"/opt/ink/share/man/man*/*; do
  name=${page##*/}
  renders() { [ -z "$(MANWIDTH=80 man --warnings -l "$page" 2>&1 >"$folder/page")" ] && [ -s "$folder/page" ]; }
  if command -v man >/dev/null; then check "man renders $name without a warning" renders; else skipped "man: $name"; fi
  if command -v groff >/dev/null; then
    groffs() { [ -z "$(groff -man -Tutf8 -ww -z "$page" 2>&1)" ]; }
    check "groff -ww has nothing to say about $name" groffs
  else skipped "groff is not here: $name"; fi
  if command -v mandoc >/dev/null; then check "mandoc -Tlint has nothing to say about $name" mandoc -Tlint -W warning "$page"
  else skipped "mandoc is not here: $name"; fi
done
for shell in bash zsh fish; do
  if command -v $shell >/dev/null; then check "$shell completes" $scripts/completion-check.$shell "$root/opt/ink"
  else skipped "$shell is not here"; fi
done
DESTDIR=$root PREFIX=/opt/ink $scripts/install.sh --remove
is_gone() { [ -z "$(find "$root" ! -type d)" ] && [ ! -e "$root/opt/ink/share/doc/inkwell" ]; }
check "uninstalling leaves no file" is_gone

echo "dist"
archive=$($scripts/dist.sh "$folder/one" 2>/dev/null)
again=$($scripts/dist.sh "$folder/two" 2>/dev/null)
check "the archive is the same when it is made again" cmp "$archive" "$again"
holds_all() {
  tar -tzf "$archive" | grep -v '/$' | sed "s|^inkwell-$version/||" | LC_ALL=C sort >"$folder/held"
  git ls-tree -r --name-only -z HEAD | tr '\0' '\n' | LC_ALL=C sort | diff - "$folder/held"
}
check "it holds what is committed, and nothing else" holds_all

echo "deb"
deb=$($scripts/deb.sh "$binary" "$folder")
cp "$deb" "$folder/first.deb"
$scripts/deb.sh "$binary" "$folder" >/dev/null
check "the package is the same when it is made again" cmp "$deb" "$folder/first.deb"
root=$folder/unpacked
mkdir "$root"
dpkg-deb -x "$deb" "$root"
dpkg-deb -e "$deb" "$root/DEBIAN"
sums() { (cd "$root" && md5sum --quiet -c DEBIAN/md5sums); }
check "its sums are right" sums
all_summed() { [ "$(cd "$root" && find usr -type f | wc -l)" = "$(wc -l <"$root/DEBIAN/md5sums")" ]; }
check "every file has one" all_summed
of_root() { ! dpkg-deb -c "$deb" | grep -v ' root/root '; }
check "everything belongs to root" of_root
has_documents() { for file in copyright LICENSE.ncurses changelog.gz; do [ -s "$root/usr/share/doc/inkwell/$file" ] || return 1; done; }
check "copyright and changelog are there" has_documents
check "its program says its version" says_version "$root/usr/bin/inkwell"
sed -n 's/^Depends: /  depends on /p' "$root/DEBIAN/control"
$scripts/empty-root-check.sh "$deb" "$folder/empty" "$version" || failed=1
exit $failed
