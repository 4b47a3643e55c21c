#!/bin/sh
# dist.sh FOLDER: makes an archive of the committed files there, byte for byte the same wherever it is made.
set -eu
cd "$(dirname "$0")/../../.."
name=inkwell-$(Tests/Scripts/package/version.sh)
mkdir -p "$1"
# The compressed file must not contain its name and time.
git -c tar.umask=0022 archive --format=tar --prefix="$name/" HEAD | gzip -9n >"$1/$name.tar.gz"
[ -z "$(git status --porcelain)" ] || echo "What is not committed is not in the archive." >&2
echo "$1/$name.tar.gz"
