/* SPDX-License-Identifier: Apache-2.0 */

/* What is told of an export that could not hold all that it was asked for. */

#include "config.h"

#include "output/export/export-notes-private.h"

#include <glib/gi18n-lib.h>

/* Tells it to whoever wants to know. */
void
tv_export_note (const TvExportSpec *spec, char *sentence)
{
  if (spec->notes != NULL)
    g_ptr_array_add (spec->notes, sentence);
  else
    g_free (sentence);
}

gboolean
tv_export_loses_clock (const TvExportSpec *spec, const TvTrace *trace)
{
  return !spec->clock_is_asked && tv_trace_has_clock (trace, TV_CLOCK_WALL)
         && tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU);
}

/* Tells of a clock that is lost. */
void
tv_export_note_clock (const TvExportSpec *spec, const TvTrace *trace)
{
  if (!tv_export_loses_clock (spec, trace))
    return;
  tv_export_note (spec, g_strdup (spec->clock == TV_CLOCK_WALL
                                      ? _ ("the format has one clock: wall time is "
                                           "written, CPU time is not")
                                      : _ ("the format has one clock: CPU time is "
                                           "written, wall time is not")));
}
