# Completion of inkwell for fish. Made from the program's table of options by `make docs`: change that.

function __inkwell_profiles
    set -l state $XDG_STATE_HOME
    test -n "$state"; or set state ~/.local/state
    command ls -- "$state/inkwell" 2>/dev/null
end

complete -c inkwell -f
complete -c inkwell -s h -l help -d 'this'
complete -c inkwell -s V -l version -d 'the version'
complete -c inkwell -l print-keys -d 'all keys, as they are bound'
complete -c inkwell -l keydump -d 'show what the keys of this terminal send'
complete -c inkwell -l check-config -d 'say what is wrong in the configuration file'
complete -c inkwell -l print-config -d 'the configuration in force'
complete -c inkwell -s c -l config -r -F -d 'read this configuration file'
complete -c inkwell -s p -l profile -x -a '(__inkwell_profiles)' -d 'keep what is typed under this name'
complete -c inkwell -l seed -x -d 'another course of the demo'
complete -c inkwell -s q -l quiet -d 'nobody in the demo says anything'
complete -c inkwell -l plain -d 'one line per event, for screen readers'
complete -c inkwell -l log-file -r -F -d 'write there what happens'
complete -c inkwell -l log-level -x -a 'error warning info debug' -d 'error, warning, info or debug'
complete -c inkwell -l export-drafts -x -a 'json text' -d 'print all drafts, as json or text'
complete -c inkwell -l history -d 'and what left the composer'
