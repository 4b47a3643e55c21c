#!/bin/sh
# Runs `swift test` with the given arguments, then prints how many tests there were, which were skipped, and why. On CI
# (CI=true) a skipped test is a failure: nobody is there to read about it. With STATED_SKIPS=allowed that does not go for
# cases that a test itself gives up, for a reason that is in the code and not on the machine.
set -u

events=.build/test-events.jsonl
mkdir -p .build
rm -f "$events"

# Reads the event stream, not the output: a test's own output cannot disturb the count, and the exit status stays ours.
swift test --disable-xctest --event-stream-output-path "$events" "$@"
status=$?
[ -s "$events" ] || exit "$((status == 0 ? 1 : status))"

awk -v status="$status" -v ci="${CI:-}" -v stated="${STATED_SKIPS:-}" '
  # The value of a key, as written in JSON: up to the first quote without a backslash before it.
  function value(line, key,    rest) {
    if (!match(line, "\"" key "\":\"")) return ""
    rest = substr(line, RSTART + RLENGTH)
    match(rest, /^([^"\\]|\\.)*/)
    return substr(rest, 1, RLENGTH)
  }
  function plain(text) {
    gsub(/\\[nrt]/, " ", text); gsub(/\\"/, "\"", text); gsub(/\\\//, "/", text); gsub(/\\\\/, "\\", text)
    return text
  }
  function skip(reason) { skips = skips "  " plain(reason) "\n"; unread++ }

  /^\{"kind":"test",/ { if (/"kind":"function"/) { name[value($0, "id")] = value($0, "name"); tests++ }; next }
  { id = value($0, "testID") }
  !(id in name) { next }
  /"kind":"testSkipped"/ { skipped++; skip(value($0, "text")) }
  /"kind":"testCaseCancelled"/ { cases[id]++ }
  /"kind":"testEnded"/ {
    symbol = value($0, "symbol")
    if (symbol == "skip") { skipped++; skip(value($0, "text")) }
    else if (symbol == "fail") failed++
    else passed++
    # A parameterised test passes even if some of its cases were cancelled.
    if (symbol != "skip" && cases[id]) {
      skip(name[id] ": " cases[id] " of its cases cancelled by the test, which says why")
      if (stated == "allowed") unread--
    }
  }
  END {
    unfinished = tests - passed - failed - skipped
    printf "\n"
    if (skips == "") print "skipped: none"
    else printf "skipped:\n%s", skips
    if (unfinished) print unfinished " tests did not end: the run broke off"
    if (unread && ci == "true" && status == 0) { status = 1; print "a skipped test is a failure on CI" }
    if (passed + failed == 0 && status == 0) { status = 1; print "no test ran" }
    printf "tests: %d passed, %d failed, %d skipped\n", passed, failed + unfinished, skipped
    exit status
  }
' "$events"
