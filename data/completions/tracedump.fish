# SPDX-License-Identifier: Apache-2.0
# Completion of tracedump for fish. Commands and options are what its help says.

function __tracedump_help
    env COLUMNS=0 LC_ALL=C.UTF-8 LANGUAGE= $argv --help 2>/dev/null
end

# The values of an option, with what stands before them: the words of a list, the threads
# of the traces that have been named already, metrics, or files.
function __tracedump_values -a list before typed
    set -l tokens (commandline -opc)
    if test "$list" = 'ID|NAME'
        for word in $tokens[3..-1]
            test -f $word
            and $tokens[1] threads --format=tsv $word 2>/dev/null | tail -n +2 |
                string replace -r -- '^(\S+)\t(\S*).*' "$before\$1\t\$2"
        end
    else if test "$list" = NAME
        $tokens[1] metrics --list 2>/dev/null | string replace -r -- '^(\S+) +' "$before\$1\t"
    else if string match -qr '[A-Z]' -- $list
        printf "$before%s\n" (__fish_complete_path $typed)
    else
        printf "$before%s\n" (string split '|' -- $list)
    end
    return 0
end

function __tracedump_complete
    set -l tokens (commandline -opc)
    set -l word (commandline -ct)
    set -l option '^  (?:-(\w), )?(--[a-z-]+)(?:=(\S+))? +(\S.*)$'
    if test (count $tokens) -eq 1 -o "$tokens[2]" = help
        set -l help (__tracedump_help $tokens[1])
        string match -r '^  [a-z][a-z-]*  +\S.*' -- $help |
            string replace -r '^  (\S+) +' '$1\t'
        test (count $tokens) -eq 1
        and printf 'help\t%s\n' 'Show the help of a command'
        and string replace -rf $option '$2\t$4' -- $help
        and string replace -rf '^  (-\w), --\S+ +' '$1\t' -- $help
        return
    end
    set -l help (__tracedump_help $tokens[1..2])
    set -l typed (string match -r '^(--[a-z-]+)=(.*)' -- $word)
    if test -n "$typed"
        set -l line (string match -r "^  (?:-\w, )?$typed[2]=(\S+)" -- $help)
        and __tracedump_values $line[2] "$typed[2]=" $typed[3]
    else if string match -qr '^-' -- $word
        string replace -rf '^  (?:-\w, )?(--[a-z-]+=?)\S* +' '$1\t' -- $help
        string replace -rf '^  (-\w), --\S+ +' '$1\t' -- $help
    else
        set -l last (string escape --style=regex -- $tokens[-1])
        set -l line (string match -r "^  (?:$last, --[a-z-]+|(?:-\w, )?$last)=(\S+)" -- $help)
        and __tracedump_values $line[2] '' $word
        or __fish_complete_path $word
    end
end

complete -c tracedump -f -k -a '(__tracedump_complete)'
