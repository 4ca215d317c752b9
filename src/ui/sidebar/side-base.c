/* SPDX-License-Identifier: Apache-2.0 */

/* What the side bar says about a method in the base of a comparison. */

#include "config.h"

#include "ui/sidebar/side-base.h"

#include "trace/model/trace-samples.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  TvSideSection *section;
  TvTraceSession *session;
  TvComparison by;
} Base;

/* Counts recursive calls, too. */
static gint64
count_calls (const TvMethodTotals *totals)
{
  return (gint64) (totals->calls + totals->recursive_calls);
}

/* Adds a time or a number of calls of the base, and the difference of the trace. */
static void
add_compared (const Base *self, const char *name, gint64 base, gint64 change,
              gboolean is_time)
{
  const TvClock clock = tv_trace_session_get_primary_clock (self->session);
  const gint64 size = ABS (change);
  g_autofree char *of_base
      = is_time ? tv_trace_session_dup_amount (self->session, clock, base)
                : g_strdup_printf ("%'" G_GINT64_FORMAT, base);
  g_autofree char *difference = tv_text_add_sign (
      is_time ? tv_trace_session_dup_amount (self->session, clock, size)
              : g_strdup_printf ("%'" G_GINT64_FORMAT, size),
      change < 0);
  g_autofree char *text = change != 0 ? g_strdup_printf ("%s (%s)", of_base, difference)
                                      : g_steal_pointer (&of_base);

  tv_side_section_add (self->section, name, text, NULL);
}

/* Adds a share of the base, and the difference in percentage points. */
static void
add_share (const Base *self, const char *name, gint64 base, gint64 now)
{
  g_autofree char *of_base = tv_percent_format (base, TV_SHARE_WHOLE);
  g_autofree char *difference
      = tv_text_add_sign (g_strdup_printf ("%'.1f", (double) ABS (now - base) * 100
                                                        / (double) TV_SHARE_WHOLE),
                          now < base);
  /* Translators: a share of the base, and by how many percentage points it differs. */
  g_autofree char *text = g_strdup_printf (_ ("%s (%s points)"), of_base, difference);

  tv_side_section_add (self->section, name, text, NULL);
}

/* Adds what a method took in the base, and the difference. */
static void
add_base (const Base *self, const char *name, gint64 base, gint64 now)
{
  const TvClock clock = tv_trace_session_get_primary_clock (self->session);

  if (self->by.by_share)
    add_share (self, name,
               tv_comparison_get_number (&self->by, TV_DIFF_OLD, clock, base),
               tv_comparison_get_number (&self->by, TV_DIFF_NEW, clock, now));
  else
    add_compared (self, name, base, now - base, TRUE);
}

/* Describes a method in the base of the comparison, if there is one. */
void
tv_side_base_write (TvSideSection *section, TvTraceSession *session, guint32 method)
{
  TvProfile *base = tv_trace_session_get_base_profile (session);
  TvProfile *profile = tv_trace_session_get_profile (session);
  const TvClock clock = tv_trace_session_get_primary_clock (session);
  const TvMethodTotals *now = tv_profile_get_totals (profile, method);
  Base self = { section, session, { 0 } };
  const TvMethodTotals *then;
  g_autofree char *heading = NULL;
  TvClock old_clock;

  if (!tv_trace_session_get_comparison (session, &self.by))
    return;
  then = tv_profile_get_totals (base, method);
  old_clock = self.by.old_clock[clock];
  heading = g_strdup_printf (
      _ ("In the Base · %s"),
      tv_trace_get_clock_title (tv_profile_get_trace (base), old_clock));
  tv_side_section_begin (section, heading);
  if (!tv_trace_has_samples (tv_profile_get_trace (base))
      && !tv_trace_has_samples (tv_profile_get_trace (profile)))
    add_compared (&self, _ ("Count"), count_calls (then),
                  count_calls (now) - count_calls (then), FALSE);
  add_base (&self, _ ("Total"), then->inclusive[old_clock], now->inclusive[clock]);
  add_base (&self, _ ("Exclusive"), then->exclusive[old_clock], now->exclusive[clock]);
}
