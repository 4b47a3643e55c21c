#!/bin/sh
# Runs the tests that need a Matrix server: the given command, which gets SERVERS (1) of them in INKWELL_SYNAPSE, and the
# checks of these scripts. If PyPI is unreachable, everything is skipped; on CI (CI=true) that is a failure, because
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

# The scripts are checked beside the command.
.build/synapse/bin/python Tests/Scripts/matrix/check.py >.build/matrix-scripts.txt 2>&1 &
scripts=$!
Tests/Scripts/matrix/synapse.py --servers "${SERVERS:-1}" --beside "$@" &
command=$!
trap 'kill $scripts $command; wait; exit 143' TERM HUP INT
wait $command
status=$?
wait $scripts || status=1
cat .build/matrix-scripts.txt
exit $status
