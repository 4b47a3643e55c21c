#!/bin/sh
# Runs a command beside a Matrix server and Element's engine, which it finds in INKWELL_SYNAPSE and INKWELL_ELEMENT.
# Where one of them cannot be had, the command is skipped with the reason; on CI (CI=true) that is a failure, because a
# skip would go unnoticed.
set -u
cd "$(dirname "$0")/../../.."

reason="Synapse comes from PyPI, which cannot be reached"
Tests/Scripts/matrix/install.sh && reason=$(Tests/Scripts/matrix/element-install.sh)
status=$?
if [ $status = 69 ]; then
  printf '\nskipped:\n  everything with Element on the other side: %s\n' "$reason"
  status=0
  [ "${CI:-}" != true ] || { status=1; echo "a skipped test is a failure on CI"; }
  echo "0 passed, 0 failed, 1 skipped"
  exit $status
fi
[ $status = 0 ] || exit $status

INKWELL_ELEMENT=$PWD/.build/element/python exec Tests/Scripts/matrix/synapse.py --beside "$@"
