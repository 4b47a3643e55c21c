#!/bin/sh
# coverage.sh [arguments of swift build]: runs all tests in a separate build with coverage, and prints for each target
# under Sources how many of its lines were run. The full report, file by file, is next to that build.
set -u
cd "$(dirname "$0")/../.."
build=.build-coverage
profiles=$PWD/$build/profiles
rm -rf "$profiles"
mkdir -p "$profiles"
status=0
# A file for each program and process, including the built programs.
export LLVM_PROFILE_FILE="$profiles/%m.%p.profraw"
Tests/Scripts/run-tests.py --enable-code-coverage --scratch-path $build "$@" || status=1
unset LLVM_PROFILE_FILE

tools=$(dirname "$(readlink -f "$(command -v swift)")")
"$tools/llvm-profdata" merge -sparse "$profiles"/*.profraw -o $build/all.profdata || exit 1
"$tools/llvm-cov" report -instr-profile $build/all.profdata \
  $build/debug/inkwellPackageTests.xctest -object $build/debug/inkwell -ignore-filename-regex '/(Tests|\.build[^/]*)/' >$build/report.txt
awk '
  # A line of the report: the file, then regions, functions and lines, each as total, missed and per cent.
  NF >= 10 && $1 ~ /\// {
    path = $1; sub(/.*Sources\//, "", path)
    if (path !~ /\//) next
    target = path; sub(/\/.*/, "", target)
    lines[target] += $8; missed[target] += $9
    rank[path] = $9; all[path] = $8
  }
  END {
    printf "%-18s %8s %8s %8s\n", "target", "lines", "not run", "run"
    for (target in lines) {
      printf "%-18s %8d %8d %7.1f%%\n", target, lines[target], missed[target], 100 - 100 * missed[target] / lines[target] | "sort"
      sum += lines[target]; none += missed[target]
    }
    close("sort")
    if (sum) printf "%-18s %8d %8d %7.1f%%\n", "all", sum, none, 100 - 100 * none / sum
    print "\nmost lines that no test runs:"
    for (path in rank) if (rank[path]) printf "%6d of %5d  %s\n", rank[path], all[path], path | "sort -rn | head -15"
    close("sort -rn | head -15")
  }
' $build/report.txt
echo "file by file: $build/report.txt"
exit $status
