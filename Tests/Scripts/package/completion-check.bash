#!/usr/bin/env bash
# completion-check.bash PREFIX: asks a real bash for its completions with the files installed below PREFIX.
set -euo pipefail
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
mkdir -p "$home/state/inkwell/work" "$home/state/inkwell/home" "$home/state/inkwell/ann@example.org"
export XDG_STATE_HOME=$home/state
touch "$home/notes file.log"
cd "$home"
source "$1/share/bash-completion/completions/inkwell"

# The completions of these words, of which the last is incomplete.
completed() {
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE=$* COMP_POINT=${#COMP_LINE}
  _inkwell inkwell "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
  (IFS=,; echo "${COMPREPLY[*]-}")
}
is() {
  local expected=$1
  shift
  local found
  found=$(completed "$@")
  [[ $found == "$expected" ]] || { echo "$*: $found, and not $expected"; exit 1; }
}

is '--print-keys,--print-config' inkwell --print
is '--seed' inkwell --see
is 'json,text' inkwell --export-drafts ''
is 'json' inkwell --export-drafts = j
is 'json,text' inkwell --export-drafts =
is 'error,warning,info,debug' inkwell --log-file x --log-level ''
is 'home,work' inkwell --profile ''
is 'work' inkwell -p w
is 'ann' inkwell --login ''
is '' inkwell --seed ''
is 'notes file.log' inkwell --log-file no
[[ $(complete -p inkwell) == 'complete -F _inkwell inkwell' ]]
