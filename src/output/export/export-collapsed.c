/* SPDX-License-Identifier: Apache-2.0 */

#include "output/export/export-notes-private.h"
#include "output/flame/folded-stacks.h"

/* Writes the own time of each stack by the chosen clock, with the thread as its first
 * frame, see tv_folded_stacks_write(). */
gboolean
tv_export_collapsed (TvTrace *trace, const TvExportSpec *spec, GOutputStream *out,
                     GCancellable *cancellable, GError **error)
{
  g_autoptr (TvFrameNames) names = tv_frame_names_new (trace, TRUE);
  const TvCallTreeLimits limits = { .per_thread = TRUE,
                                    .clock = spec->clock,
                                    .same = tv_frame_names_get_same (names) };
  g_autoptr (TvCallTree) tree
      = tv_call_tree_new_limited (trace, &spec->part, &limits, cancellable, error);

  tv_export_note_clock (spec, trace);
  return tree != NULL
         && tv_folded_stacks_write (tree, names, spec->clock,
                                    tv_folded_unit_choose (trace), out, cancellable,
                                    error);
}
