#!/bin/sh
# Builds every fuzzer of this folder, or those that are named, and runs each for FUZZ_SECONDS (60).
# A fuzzer is compiled in one module with the target in its line "// Fuzzes <target>." (or a folder of one), and with
# the file in its line "// With <path>.", if it has one, and with Fuzzing.swift. The targets that it imports are
# modules of their own, which import each other in the order below and nothing else. It starts from its inputs in
# Corpus/<Name>/. What it finds interesting goes below .build and not into git.
set -eu
cd "$(dirname "$0")/../.."

seconds=${FUZZ_SECONDS:-60}
built=.build/fuzz
failed=0
mkdir -p "$built"
# Swift's own crash report would end the program before libFuzzer can write the input down.
export SWIFT_BACKTRACE=enable=no

if [ $# -gt 0 ]; then fuzzers=$*; else fuzzers=$(basename -s .swift Tests/Fuzz/*Fuzz.swift); fi

# As in Package.swift.
features="-enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
  -enable-upcoming-feature MemberImportVisibility"

compile() {
  # shellcheck disable=SC2086 # they are words
  swiftc -sanitize=fuzzer -parse-as-library -O -wmo -swift-version 6 $features -package-name inkwell \
    -I "$built/modules" -I Sources/Storage/CSQLite "$@"
}

# The module of a target that fuzzed ones import, once in a run.
module() {
  mkdir -p "$built/modules"
  case " $modules " in *" $1 "*) return ;; esac
  modules="$modules $1"
  echo "$1: building"
  find Sources/*/"$1" -name '*.swift' >"$built/modules/$1.files"
  compile -module-name "$1" -emit-module -emit-module-path "$built/modules/$1.swiftmodule" \
    -c -o "$built/modules/$1.o" "@$built/modules/$1.files"
}

modules=
for name in $fuzzers; do
  file=Tests/Fuzz/$name.swift
  target=$(sed -n 's|^// Fuzzes \(.*\)\.$|\1|p' "$file")
  with=$(sed -n 's|^// With \(.*\)\.$|\1|p' "$file")
  objects=
  for imported in DraftEngine FormattedText JSON ChatDomain FileSystem SQLite Ciphers CrossSigning Olm EncryptionMachine; do
    grep -q "^import $imported\$" "$file" || continue
    module "$imported"
    objects="$objects $built/modules/$imported.o"
  done
  echo "$name: building"
  # shellcheck disable=SC2086 # no path here has a blank
  find Sources/*/"$target" -name '*.swift' -exec \
    swiftc -sanitize=fuzzer -parse-as-library -O -wmo -swift-version 6 $features -D FUZZING -module-name "$name" -package-name inkwell \
    -I "$built/modules" -I Sources/Storage/CSQLite -o "$built/$name" "$file" Tests/Fuzz/Fuzzing.swift $with $objects \
    -lsqlite3 {} +
done

for name in $fuzzers; do
  findings=$built/findings-$name
  log=$built/$name.log
  rm -rf "$findings"
  mkdir -p "$built/corpus-$name" "$findings"
  # libFuzzer writes to the first folder and only reads the others.
  set -- "$built/corpus-$name"
  if [ -d "Tests/Fuzz/Corpus/$name" ]; then set -- "$@" "Tests/Fuzz/Corpus/$name"; fi
  echo "$name: running for $seconds s"
  if "$built/$name" -max_total_time="$seconds" -max_len=4096 -timeout=5 -print_final_stats=1 \
    -artifact_prefix="$findings/" "$@" >"$log" 2>&1
  then
    echo "$name: nothing found in $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") runs"
  else
    failed=1
    tail -n 40 "$log"
    echo "$name: FOUND SOMETHING. Log: $log. Input: $(ls "$findings" | sed "s|^|$findings/|")"
    echo "$name: play it again with $built/$name <input>"
  fi
done

exit "$failed"
