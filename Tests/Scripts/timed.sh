#!/bin/sh
# timed.sh NAME command…: runs a step of CI, and says how long it took.
name=$1
shift
begun=$(date +%s)
"$@"
status=$?
echo "ci: $name: $(($(date +%s) - begun)) s"
exit $status
