# Completion of inkwell for bash. Made from the program's table of options by `make docs`: change that.

_inkwell() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
  # Where = breaks words, it is a word of its own.
  if [[ $word == "=" ]]; then
    word=
  elif [[ $before == "=" && COMP_CWORD -gt 1 ]]; then
    before=${COMP_WORDS[COMP_CWORD-2]}
  fi
  COMPREPLY=()
  case $before in
    -l|--login)
      mapfile -t COMPREPLY < <(compgen -W "$(ls -- "${XDG_STATE_HOME:-$HOME/.local/state}/inkwell" 2>/dev/null | sed -n 's/@.*//p')" -- "$word")
      return
      ;;
    --server)
      :
      return
      ;;
    --device-name)
      :
      return
      ;;
    --logout)
      mapfile -t COMPREPLY < <(compgen -W "$(ls -- "${XDG_STATE_HOME:-$HOME/.local/state}/inkwell" 2>/dev/null | sed -n 's/@.*//p')" -- "$word")
      return
      ;;
    -c|--config)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return
      ;;
    -p|--profile)
      mapfile -t COMPREPLY < <(compgen -W "$(ls -- "${XDG_STATE_HOME:-$HOME/.local/state}/inkwell" 2>/dev/null | grep -v @)" -- "$word")
      return
      ;;
    --seed)
      :
      return
      ;;
    --send)
      :
      return
      ;;
    --reply-to)
      :
      return
      ;;
    --file)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return
      ;;
    --wait)
      :
      return
      ;;
    --log-file)
      compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return
      ;;
    --log-level)
      mapfile -t COMPREPLY < <(compgen -W 'error warning info debug' -- "$word")
      return
      ;;
    --export-drafts)
      mapfile -t COMPREPLY < <(compgen -W 'json text' -- "$word")
      return
      ;;
    --export-messages)
      :
      return
      ;;
    --form)
      mapfile -t COMPREPLY < <(compgen -W 'json text' -- "$word")
      return
      ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W '-h --help -V --version --print-keys --keydump --check-config --print-config -l --login --server --device-name --logout --erase -c --config -p --profile --seed -q --quiet --plain --send --reply-to --file --wait --log-file --log-level --export-drafts --history --export-messages --form' -- "$word")
}

complete -F _inkwell inkwell
