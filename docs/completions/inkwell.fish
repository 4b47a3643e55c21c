# Completion of inkwell for fish. Made from the program's table of options by `make docs`: change that.

function __inkwell_kept
    set -l state $XDG_STATE_HOME
    test -n "$state"; or set state ~/.local/state
    command ls -- "$state/inkwell" 2>/dev/null
end

function __inkwell_profiles
    __inkwell_kept | string match -v -- '*@*'
end

function __inkwell_people
    __inkwell_kept | string replace -rf -- '@.*' ''
end

complete -c inkwell -f
complete -c inkwell -s h -l help -d 'show this help'
complete -c inkwell -s V -l version -d 'show the version'
complete -c inkwell -l print-keys -d 'show all key bindings'
complete -c inkwell -l keydump -d 'show what the keys of this terminal send'
complete -c inkwell -l check-config -d 'check the configuration file'
complete -c inkwell -l print-config -d 'show the effective configuration'
complete -c inkwell -s l -l login -x -a '(__inkwell_people)' -d 'sign in; --server URL, --device-name NAME'
complete -c inkwell -l server -x -d 'the server of the account'
complete -c inkwell -l device-name -x -d 'the name of this device'
complete -c inkwell -l logout -x -a '(__inkwell_people)' -d 'sign out; --erase also deletes local data'
complete -c inkwell -l erase -d 'erase the data of the account on this device'
complete -c inkwell -s c -l config -r -F -d 'read this configuration file'
complete -c inkwell -s p -l profile -x -a '(__inkwell_profiles)' -d 'keep drafts and history under this name'
complete -c inkwell -l seed -x -d 'vary the demo's random events'
complete -c inkwell -s q -l quiet -d 'a demo without messages of others'
complete -c inkwell -l plain -d 'one line per event, for screen readers'
complete -c inkwell -l send -x -d 'send input; --reply-to, --file PATH, --wait N'
complete -c inkwell -l reply-to -x -d 'quote this message'
complete -c inkwell -l file -r -F -d 'attach this file'
complete -c inkwell -l wait -x -d 'how many seconds to wait for the server'
complete -c inkwell -l log-file -r -F -d 'write a log to FILE; --log-level LEVEL'
complete -c inkwell -l log-level -x -a 'error warning info debug' -d 'error, warning, info or debug'
complete -c inkwell -l export-drafts -x -a 'json text' -d 'print all drafts, as json or text; --history'
complete -c inkwell -l history -d 'include the history of drafts'
complete -c inkwell -l export-messages -x -d 'print all messages of a channel; --form FORM'
complete -c inkwell -l form -x -a 'json text' -d 'json or text'
