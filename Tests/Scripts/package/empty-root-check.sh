#!/bin/sh
# empty-root-check.sh PACKAGE FOLDER VERSION: unpacks the package and its dependencies into an empty folder, and runs
# the program with that as its root, without any other file of this system.
set -eu
package=$1 root=$2 version=$3
skip() { echo "  skipped  in an empty root: $1"; exit 0; }
fail() { echo "  FAILED   in an empty root: $1"; exit 1; }

[ "$(id -u)" = 0 ] || skip "only root may change it"
command -v apt-get >/dev/null && command -v chroot >/dev/null || skip "apt-get or chroot is not here"

# Removing the leftovers of an interrupted run must not remove files of the system.
! mountpoint -q "$root/proc" || umount "$root/proc"
rm -rf "$root"
mkdir -p "$root.packages" "$root"
names=$(dpkg-deb -f "$package" Depends | tr ',' '\n' | sed 's/[(|].*//; s/ //g')
# libc-bin provides the locale C.UTF-8, and is part of every Debian.
all=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances $names libc-bin |
  grep '^[a-z0-9]' | LC_ALL=C sort -u)
(cd "$root.packages" && apt-get download -qq $all >/dev/null 2>&1) || skip "its dependencies could not be fetched"
for deb in "$root.packages"/*.deb "$package"; do dpkg-deb -x "$deb" "$root"; done

said=$(chroot "$root" /usr/bin/inkwell --version) || fail "it does not start"
[ "$said" = "inkwell $version" ] || fail "its version is $said"
echo "  ok       in an empty root it says its version"

# libdispatch stops a program without /proc.
mkdir -p "$root/proc"
mount -t proc proc "$root/proc" 2>/dev/null || skip "/proc cannot be mounted there, which running needs"
trap 'umount "$root/proc"' EXIT
said=$(chroot "$root" /usr/bin/inkwell </dev/null 2>&1) && fail "it ran without a terminal"
[ "$said" = "inkwell: input and output must be a terminal" ] || fail "$said"

# The demo, in its own terminal.
command -v tmux >/dev/null || skip "tmux is not here"
mkdir -p "$root/root" "$root/dev" "$root/tmp"
server=inkwell-package-$$
tmux -L $server -f /dev/null new-session -d -x 80 -y 24 \
  "env -i TERM=xterm-256color HOME=/root LANG=C.UTF-8 $(command -v chroot) '$root' /usr/bin/inkwell --quiet; echo status \$? >'$root.status'"
# Waits for the expected text; gives up on a program that does not show it.
sees() {
  tries=0
  until tmux -L $server capture-pane -p 2>/dev/null | grep -qF -- "$1"; do
    tries=$((tries + 1))
    if [ $tries -ge 600 ] || ! tmux -L $server has-session 2>/dev/null; then
      tmux -L $server capture-pane -p 2>/dev/null || :
      tmux -L $server kill-server 2>/dev/null || :
      fail "$1 was not seen"
    fi
    sleep 0.1
  done
}
sees '→ #general'
sees '日本語'
# The tour, which still begins because a start without a terminal does not count as the first.
sees 'Tour 1/6'
tmux -L $server send-keys -l 'Hey @ale'
sees '›Alex Dunn'
tmux -L $server send-keys Tab
sees '✎ Hey Alex Dunn'
tmux -L $server send-keys M-Down
sees 'Tour 4/6'
tmux -L $server send-keys -l '/offline'
tmux -L $server send-keys Enter
sees 'Tour 5/6'
tmux -L $server send-keys M-/
sees 'sends it: it waits'
tmux -L $server send-keys Enter
sees 'Tour 6/6'
tmux -L $server send-keys -l '/online'
tmux -L $server send-keys Enter
sees 'The tour is over'
tmux -L $server send-keys -l 'a draft'
sees '✎ a draft'
tmux -L $server send-keys C-x C-c
tries=0
until [ -s "$root.status" ]; do
  tries=$((tries + 1))
  [ $tries -lt 600 ] || fail "it does not leave"
  sleep 0.1
done
[ "$(cat "$root.status")" = "status 0" ] || fail "$(cat "$root.status")"
[ -s "$root/root/.local/state/inkwell/demo/store.db" ] || fail "the draft was not kept"
echo "  ok       in an empty root the tour can be taken, and a draft is kept"
