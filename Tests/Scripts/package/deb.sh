#!/bin/sh
# deb.sh BINARY FOLDER: makes a Debian package there.
set -eu
cd "$(dirname "$0")/../../.."
binary=$1 folder=$2
version=$(Tests/Scripts/package/version.sh)
architecture=$(dpkg --print-architecture)
work=$folder/deb root=$folder/deb/root
rm -rf "$work"
mkdir -p "$root/DEBIAN" "$work/debian"

# The build is reproducible: the same commit gives the same package.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH
DESTDIR=$root PREFIX=/usr Tests/Scripts/package/install.sh "$binary"

# As Debian requires: pages and changelog compressed, the licence under Debian's name, the sample next to them.
documents=$root/usr/share/doc/inkwell
find "$root/usr/share/man" -type f -exec gzip -9n {} +
mv "$documents/docs/CHANGELOG.md" "$documents/changelog"
gzip -9n "$documents/changelog"
rm "$documents/LICENSE"
{
  echo 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/'
  echo 'Upstream-Name: inkwell'
  echo
  echo 'Files: *'
  sed -n 's/^Copyright (c) /Copyright: /p' LICENSE
  echo 'License: MIT'
  sed -e '1,/^Copyright/d' -e '/./,$!d' -e 's/^$/./' -e 's/^/ /' LICENSE
  echo
  echo 'Comment: Parts of ncurses are linked into the program. What Debian says of them is in LICENSE.ncurses.'
} >"$documents/copyright"

# The libraries that the program is linked to, as packages with minimum versions. libcurl is opened while it runs.
printf 'Source: inkwell\n\nPackage: inkwell\nArchitecture: any\n' >"$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O root/usr/bin/inkwell 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
[ -n "$depends" ]
# Statically linked libraries: a fix in one of them requires a new package.
built_using=$(dpkg-query -W -f '${source:Package} (= ${source:Version}), ' libncurses-dev libsqlite3-dev)

cat >"$root/DEBIAN/control" <<END
Package: inkwell
Version: $version
Architecture: $architecture
Maintainer: The Inkwell contributors <inkwell@localhost>
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
Depends: $depends, ncurses-base, libcurl4
Static-Built-Using: ${built_using%, }
Recommends: xdg-utils
Suggests: chafa, libenchant-2-2, hunspell-dictionary
Section: net
Priority: optional
Description: chat client for the terminal in which nothing typed is lost
 Each channel and each thread has a draft of its own, with the people, channels
 and links that are mentioned in it, and it is kept before the screen shows it.
 Messages wait for a connection and are sent in order.
 .
 It starts in a demo that needs no account, and signs in to Matrix servers.
END
(cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)
chmod -R go=rX "$root"
package=$folder/inkwell_${version}_$architecture.deb
dpkg-deb --root-owner-group -Zxz --build "$root" "$package" >/dev/null
echo "$package"
