#!/bin/sh
# Installs Synapse, a Matrix server, and matrix-nio, an independent client, from PyPI into .build/synapse, in the
# exact versions of requirements.txt. Silent and quick if they are installed. Exits with 69 if PyPI is unreachable.
# Writes to stderr only, as deps.sh does.
set -eu
exec >&2
cd "$(dirname "$0")/../../.."

home=.build/synapse
pins=Tests/Scripts/matrix/requirements.txt
# Debian's Python: another one that comes first in PATH may lack SSL or SQLite.
python=/usr/bin/python3
wanted="$($python --version) $(cksum <$pins)"
mkdir -p .build
exec 9>.build/synapse.lock
flock 9 # two runs of make would write into the same folder
[ "$(cat $home/installed 2>/dev/null)" != "$wanted" ] || exit 0

echo "Installing Synapse into $home (about 280 MB, once)"
log=.build/synapse-install.log
$python -m venv --clear $home
if ! $home/bin/python -m pip install --quiet --no-input --disable-pip-version-check --retries 2 --only-binary :all: \
  --require-hashes -r $pins 2>$log; then
  cat $log
  # pip has a single exit status for all failures, but it prints which requests had no answer.
  grep -q 'connection broken by\|ConnectionError\|ConnectTimeout\|ReadTimeout' $log || exit 1
  echo "PyPI cannot be reached."
  exit 69
fi
rm $log
echo "$wanted" >$home/installed
