#!/bin/sh
# Installs missing packages: each argument is `package=probe`, a Debian package and a command, library or path that
# shows that it is installed. Silent and quick if nothing is missing, because it runs before every other command. It
# writes to stderr only: the output of `make run` belongs to the program.
set -eu
exec >&2

command -v swift >/dev/null || {
  echo "Swift 6.3 or newer is missing. https://www.swift.org/install says how to get it; then run make again."
  exit 1
}
[ "$(uname)" = Linux ] || exit 0

# Whether the probe of a package is there.
is_there() {
  case $1 in
    /*) set -- $1 ;;
    *.so.*) set -- /usr/lib/*/"$1" /usr/lib64/"$1" /usr/lib/"$1" /lib/*/"$1" ;;
    *) set -- "$(command -v "$1")" ;;
  esac
  for path; do [ -e "$path" ] && return 0; done
  return 1
}

missing=
for need; do
  is_there "${need#*=}" || missing="$missing ${need%%=*}"
done
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null; then
  echo "Missing are, by their Debian names:$missing. Please install them with your system's packages."
  exit 1
fi
root=
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null || { echo "Please run as root: apt-get install$missing"; exit 1; }
  root=sudo
fi
echo "Installing$missing"
install="$root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends$missing"
$install >/dev/null 2>&1 || { $root apt-get update -qq && $install >/dev/null; }
