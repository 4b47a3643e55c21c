#!/usr/bin/env zsh
# completion-check.zsh PREFIX: has a real zsh complete with what is installed below PREFIX, in a terminal of its own.
emulate -L zsh
zmodload zsh/zpty || exit 1
home=$(mktemp -d)
trap 'rm -rf $home' EXIT
mkdir -p $home/state/inkwell/work $home/state/inkwell/home
touch $home/notes.log
prefix=$1

zpty z env -i HOME=$home TERM=dumb PATH=/usr/bin:/bin XDG_STATE_HOME=$home/state zsh -f -i
say() { zpty -w z "$1" }
# Reads until the mark is seen.
until_mark() { zpty -r z REPLY "*$1*" || { echo "zsh ended"; exit 1 } }
say "cd $home; PS1=; unsetopt zle_bracketed_paste 2>/dev/null; fpath=($prefix/share/zsh/site-functions \$fpath); autoload -U compinit; compinit -u -D; unsetopt always_last_prompt list_beep auto_menu; zstyle ':completion:*' verbose no; LISTMAX=1000; print REA''DY"
until_mark READY

# What stands on the line, or is listed under it, once it was completed.
is() {
  local expected=$1 words=$2
  zpty -w -n z "$words"$'\t'
  # The line is taken away, and the mark comes behind whatever zsh had to show.
  zpty -w -n z $'\x15'
  say "print MA''RK"
  until_mark MARK
  for part in ${=expected}; do
    [[ $REPLY == *$part* ]] || { print -r -- "$words: no $part in ${(V)REPLY}"; exit 1 }
  done
  for part in ${=3}; do
    [[ $REPLY != *$part* ]] || { print -r -- "$words: $part in ${(V)REPLY}"; exit 1 }
  done
}

is '--print-config --print-keys' 'inkwell --print-' '--seed'
is '--seed=' 'inkwell --se'
is 'json text' 'inkwell --export-drafts '
is 'json' 'inkwell --export-drafts=j' 'text'
is 'error warning info debug' 'inkwell --log-level '
is 'home work' 'inkwell --profile '
is 'work' 'inkwell -p w' 'home'
is 'notes.log' 'inkwell --log-file no'
zpty -d z
