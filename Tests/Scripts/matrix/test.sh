#!/bin/sh
# Runs the tests that need a Matrix server: the checks of these scripts, then the given command, which gets a Synapse for
# each core in INKWELL_SYNAPSE. If PyPI is unreachable, everything is skipped; on CI (CI=true) that is a failure, because
# a skip would go unnoticed.
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
[ $# = 0 ] || exec Tests/Scripts/matrix/synapse.py --servers "$(nproc)" --beside "$@"
