#!/usr/bin/env fish
# completion-check.fish PREFIX: asks a real fish for its completions with the files installed below PREFIX.
set home (mktemp -d)
mkdir -p $home/state/inkwell/work $home/state/inkwell/home $home/state/inkwell/ann@example.org
set -x XDG_STATE_HOME $home/state
touch $home/notes.log
cd $home
source $argv[1]/share/fish/vendor_completions.d/inkwell.fish; or exit 1

function is
    set found (complete -C "$argv[2]" | string replace -r '\t.*' '' | string join ,)
    if test "$found" != "$argv[1]"
        echo "$argv[2]: $found, and not $argv[1]"
        rm -rf $home
        exit 1
    end
end

is '--print-config,--print-keys' 'inkwell --print'
is '--seed' 'inkwell --see'
is 'json,text' 'inkwell --export-drafts '
is '--export-drafts=json,--export-drafts=text' 'inkwell --export-drafts='
is 'debug,error,info,warning' 'inkwell --log-level '
is 'home,work' 'inkwell --profile '
is 'work' 'inkwell -p w'
is 'ann' 'inkwell --login '
is 'notes.log' 'inkwell --log-file no'
is '' 'inkwell no'
rm -rf $home
