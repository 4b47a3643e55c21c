#!/usr/bin/env zsh
# completion-check.zsh PREFIX: asks a real zsh, in its own terminal, for its completions with the files installed below
# PREFIX.
emulate -L zsh
zmodload zsh/zpty || exit 1
home=$(mktemp -d)
trap 'rm -rf $home' EXIT
mkdir -p $home/state/inkwell/work $home/state/inkwell/home $home/state/inkwell/ann@example.org
touch $home/notes.log
prefix=$1

zpty z env -i HOME=$home TERM=dumb PATH=/usr/bin:/bin XDG_STATE_HOME=$home/state zsh -f -i
# Reads until zsh waits for a line: before that, typed keys go to the terminal, which has no completion.
until_line() { zpty -r z REPLY '*<LINE>*' || { echo "zsh ended"; exit 1 } }
zpty -w z "cd $home; PS1=; fpath=($prefix/share/zsh/site-functions \$fpath); autoload -U compinit; compinit -u -D; unsetopt always_last_prompt list_beep auto_menu; zstyle ':completion:*' verbose no; LISTMAX=1000; zle-line-init() { print -n '<LI''NE>' }; zle -N zle-line-init"
until_line

# Checks the text on the line, or listed under it, after completion. The second words must not appear.
is() {
  local expected=$1 words=$2 part
  # Clear the line before ending it.
  zpty -w -n z "$words"$'\t\x15\n'
  until_line
  for part in ${=expected}; do
    [[ $REPLY == *$part* ]] || { print -r -- "$words: no $part in ${(V)REPLY}"; exit 1 }
  done
  for part in ${=3}; do
    [[ $REPLY != *$part* ]] || { print -r -- "$words: $part in ${(V)REPLY}"; exit 1 }
  done
}

is '--print-config --print-keys' 'inkwell --print-' '--seed'
is '--seed=' 'inkwell --see'
is 'json text' 'inkwell --export-drafts '
is 'json' 'inkwell --export-drafts=j' 'text'
is 'error warning info debug' 'inkwell --log-level '
is 'home work' 'inkwell --profile ' 'ann'
is 'work' 'inkwell -p w' 'home'
is 'ann' 'inkwell --login ' '@'
is 'notes.log' 'inkwell --log-file no'
zpty -d z
