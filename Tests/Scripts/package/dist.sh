#!/bin/sh
# dist.sh FOLDER: what is committed as one archive there, the same to the byte wherever it is made.
set -eu
cd "$(dirname "$0")/../../.."
name=inkwell-$(Tests/Scripts/package/version.sh)
mkdir -p "$1"
# Without a name and a time of its own in the compressed file.
git -c tar.umask=0022 archive --format=tar --prefix="$name/" HEAD | gzip -9n >"$1/$name.tar.gz"
[ -z "$(git status --porcelain)" ] || echo "What is not committed is not in the archive." >&2
echo "$1/$name.tar.gz"
