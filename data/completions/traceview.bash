# SPDX-License-Identifier: Apache-2.0
# Completion of traceview for bash.

_traceview()
{
    local cur=${COMP_WORDS[COMP_CWORD]}
    if [[ $cur == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "--compare --help --mapping --memory-limit --regression --version --with --with-offset" -- "$cur")
    else
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
    fi
}

complete -F _traceview traceview
