#!/bin/sh
# Runs what needs a Matrix server, each beside a Synapse of its own: the checks of the scripts here, then the command
# given, which finds its server in INKWELL_SYNAPSE. Where PyPI cannot be reached, all of it is skipped, and on CI
# (CI=true) that is a failure, because nobody is there to read about it.
set -u
cd "$(dirname "$0")/../../.."

Tests/Scripts/matrix/install.sh
status=$?
if [ $status = 69 ]; then
  printf '\nskipped:\n  everything that needs a Matrix server: Synapse comes from PyPI, which cannot be reached\n'
  status=0
  [ "${CI:-}" != true ] || { status=1; echo "a skipped test is a failure on CI"; }
  echo "0 passed, 0 failed, 1 skipped"
  exit $status
fi
[ $status = 0 ] || exit $status

.build/synapse/bin/python Tests/Scripts/matrix/check.py || exit
[ $# = 0 ] || exec Tests/Scripts/matrix/synapse.py --beside "$@"
