#!/bin/sh
# sanitize.sh thread|address [arguments of swift test]: runs all tests in a build of its own with that sanitizer, and fails
# when it has anything to say. What it says of built programs is collected too.
set -u
cd "$(dirname "$0")/../.."
kind=$1
shift
reports=$PWD/.build-$kind/reports
rm -rf "$reports"
mkdir -p "$reports"

options="log_path=$reports/report exitcode=0 abort_on_error=0"
# The runtime of Swift keeps what it makes once for as long as the process lives.
case $kind in
  thread) export TSAN_OPTIONS="$options history_size=4 suppressions=$PWD/Tests/Scripts/thread.suppressions" ;;
  address) export ASAN_OPTIONS="$options detect_leaks=0" ;;
  *) echo "thread or address"; exit 64 ;;
esac

# ThreadSanitizer needs addresses that are where it looks for them.
run() {
  setarch -R Tests/Scripts/run-tests.sh --sanitize="$kind" --scratch-path ".build-$kind" "$@"
}
status=0
run "$@" --filter '^(SimulationTests|ScenarioTests)\.' || status=1
run "$@" --filter '^ChatControllersTests\.' || status=1
run "$@" --skip '^(SimulationTests|ScenarioTests|ChatControllersTests)\.' || status=1

count=$(find "$reports" -type f | wc -l)
echo "$kind: $count reports"
[ "$count" = 0 ] || { head -n 60 "$reports"/*; status=1; }
exit $status
