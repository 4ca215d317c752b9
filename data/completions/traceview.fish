# SPDX-License-Identifier: Apache-2.0
# Completion of traceview for fish.

complete -c traceview -s h -l help -d 'Show the options'
complete -c traceview -l compare -r -F -d 'Compare the trace with another one'
complete -c traceview -l mapping -r -F -d 'Show the names of the source that a mapping tells'
complete -c traceview -l memory-limit -x -d 'How much memory a trace may take'
complete -c traceview -s r -l regression -d 'Print the times of threads, calls and methods'
complete -c traceview -l version -d 'Show the version'
complete -c traceview -l with -r -F -d 'Lay a system trace beside the method trace'
complete -c traceview -l with-offset -x -d 'Move the trace of --with by a time'
