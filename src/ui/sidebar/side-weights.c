/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/sidebar/side-weights.h"

#include "analysis/columns/method-columns.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/* Describes the samples of a method in scope, which tell neither calls nor how long
 * they took. */
void
tv_side_weights_add (TvSideSection *section, TvTraceSession *session,
                     const TvMethodTotals *totals)
{
  const TvProfile *profile = tv_trace_session_get_profile (session);
  const TvClock clock = tv_trace_session_get_primary_clock (session);
  const struct
  {
    const char *name;
    const char *share_name;
    gint64 weight;
  } rows[] = { { _ ("Inclusive"), _ ("Share"), totals->inclusive[clock] },
               { _ ("Exclusive"), _ ("Share"), totals->exclusive[clock] } };
  g_autofree char *note = tv_profile_dup_error_note (profile);

  tv_side_section_explain (section, note);
  if (totals->samples > 0)
    {
      g_autofree char *samples = g_strdup_printf ("%'" PRIu64, totals->samples);

      tv_side_section_add (section, _ ("Samples"), samples, NULL);
    }
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *weight
          = tv_trace_session_dup_amount (session, clock, rows[i].weight);
      g_autofree char *share = tv_profile_dup_share (profile, clock, rows[i].weight);

      tv_side_section_add (section, rows[i].name, weight, NULL);
      tv_side_section_add (section, rows[i].share_name, share, NULL);
    }
}
