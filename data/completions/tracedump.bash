# SPDX-License-Identifier: Apache-2.0
# Completion of tracedump for bash. Commands and options are what its help says.

_tracedump_help()
{
    COLUMNS=0 LC_ALL=C.UTF-8 LANGUAGE= "$@" --help 2>/dev/null
}

# The values of an option in a help on standard input: those that it lists with bars
# between them, nothing for a placeholder such as FILE, and a mark for threads and metrics.
_tracedump_values()
{
    local option="  $1=" letter="  $1, "
    local line
    while IFS= read -r line; do
        if [[ $line == "$option"* || $line == *", $1="* || $line == "$letter"* ]]; then
            [[ $line == *=* ]] || return
            line=${line#*=}
            line=${line%% *}
            if [[ $line == "ID|NAME" ]]; then
                echo "<threads>"
            elif [[ $line == NAME ]]; then
                echo "<metrics>"
            elif [[ $line != *[A-Z]* ]]; then
                echo "${line//|/ }"
            fi
            return
        fi
    done
}

# The threads of the traces that have been named already.
_tracedump_threads()
{
    local program=$1 word
    shift
    for word; do
        [[ -f $word ]] && LC_ALL=C.UTF-8 "$program" threads --format=tsv "$word" 2>/dev/null |
            sed -n '2,$s/\t.*//p'
    done
}

_tracedump()
{
    local program=${COMP_WORDS[0]} cur=${COMP_WORDS[COMP_CWORD]}
    local prev=${COMP_WORDS[COMP_CWORD - 1]} option= words help
    program=${program/#~\//$HOME/}
    COMPREPLY=()
    if ((COMP_CWORD == 1)) || [[ ${COMP_WORDS[1]} == help ]]; then
        help=$(_tracedump_help "$program")
        words=$(sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p' <<<"$help")
        ((COMP_CWORD > 1)) ||
            words+=" help "$(sed -n 's/^  \(-[a-zA-Z], \)\{0,1\}\(--[a-z-]*\).*/\2/p' <<<"$help")
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
        return
    fi
    help=$(_tracedump_help "$program" "${COMP_WORDS[1]}")
    # The sign between an option and its value is a word of its own.
    if [[ $cur == "=" ]]; then
        option=$prev cur=
    elif [[ $prev == "=" ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    elif [[ $prev == -? || $prev == --?* ]]; then
        option=$prev
    fi
    if [[ -z $option && $cur == -* ]]; then
        words=$(sed -n 's/^  \(-[a-zA-Z], \)\{0,1\}\(--[a-z-]*=\{0,1\}\).*/\2/p' <<<"$help")
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
        [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
        return
    fi
    [[ -z $option ]] || words=$(_tracedump_values "$option" <<<"$help")
    if [[ $words == "<threads>" ]]; then
        words=$(_tracedump_threads "$program" "${COMP_WORDS[@]:2}")
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
        return
    elif [[ $words == "<metrics>" ]]; then
        words=$("$program" metrics --list 2>/dev/null | sed 's/ .*//')
    fi
    if [[ -n $words ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
    else
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
    fi
}

complete -F _tracedump tracedump
