#!/bin/sh
# sanitize.sh thread|address [arguments of swift build]: runs all tests in a separate build with that sanitizer, and
# fails if it reports anything. Reports about built programs are collected too.
set -u
cd "$(dirname "$0")/../.."
kind=$1
shift
reports=$PWD/.build-$kind/reports
rm -rf "$reports"
mkdir -p "$reports"

options="log_path=$reports/report exitcode=0 abort_on_error=0"
# Swift's runtime never frees its one-time allocations, so they are not leaks.
case $kind in
  thread) export TSAN_OPTIONS="$options history_size=4 suppressions=$PWD/Tests/Scripts/thread.suppressions" ;;
  address) export ASAN_OPTIONS="$options detect_leaks=0" ;;
  *) echo "thread or address"; exit 64 ;;
esac

# ThreadSanitizer expects fixed addresses, so address randomisation is switched off.
status=0
setarch -R Tests/Scripts/run-tests.py --sanitize="$kind" --scratch-path ".build-$kind" "$@" || status=1

count=$(find "$reports" -type f | wc -l)
echo "$kind: $count reports"
[ "$count" = 0 ] || { head -n 60 "$reports"/*; status=1; }
exit $status
