/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/flame/flame-parts.h"

#include "analysis/text/kind-text.h"
#include "trace/model/trace-samples.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

static const TvFlameFrame *
get_frame (const TvFlameAnswer *answer, guint32 frame)
{
  return &answer->layout->frames[frame];
}

TvNameText *
tv_flame_make_name (const TvFlameAnswer *answer, guint32 frame)
{
  const guint32 method = get_frame (answer, frame)->sums.method;
  g_autofree char *label = NULL;

  if (method != TV_METHOD_NONE)
    return tv_name_text_new (tv_trace_get_method (answer->layout->trace, method));
  label = tv_flame_layout_dup_label (answer->layout, frame);
  return tv_name_text_new_in_package (label, "");
}

static void G_GNUC_PRINTF (2, 3) append (GString *text, const char *format, ...)
{
  va_list args;

  if (text->len > 0)
    g_string_append (text, " · ");
  va_start (args, format);
  g_string_append_vprintf (text, format, args);
  va_end (args);
}

static void
append_shares (const TvFlameAnswer *answer, TvTraceSession *session, guint32 frame,
               GString *text)
{
  const TvClock clock = answer->layout->clock;
  const guint32 root = answer->layout->root;
  const guint32 parent = get_frame (answer, frame)->parent;
  const guint32 wholes[] = { parent, root, 0 };
  const gint64 time = get_frame (answer, frame)->sums.inclusive[clock];

  for (guint i = 0; i < G_N_ELEMENTS (wholes); i++)
    {
      g_autofree char *percent = NULL;

      if (wholes[i] >= frame || (i == 0 && parent <= root) || (i == 1 && root == 0))
        continue;
      percent = tv_percent_format (
          time, get_frame (answer, wholes[i])->sums.inclusive[clock]);
      append (text,
              i == 0   ? tv_trace_session_get_text (session, N_ ("%s of its caller"))
              : i == 1 ? _ ("%s of the root")
                       : _ ("%s of all"),
              percent);
    }
}

static void
append_times (const TvFlameAnswer *answer, TvTraceSession *session, guint32 frame,
              GString *text)
{
  const TvCallTreeNode *sums = &get_frame (answer, frame)->sums;
  TvTrace *trace = answer->layout->trace;

  for (guint i = 0; i < TV_N_CLOCKS; i++)
    {
      const TvClock clock = (answer->layout->clock + i) % TV_N_CLOCKS;
      g_autofree char *time
          = tv_trace_session_dup_amount (session, clock, sums->inclusive[clock]);

      if (!tv_trace_has_clock (trace, clock))
        continue;
      append (text, "%s %s", tv_trace_get_clock_title (trace, clock), time);
    }
  if (sums->calls > 0 && !tv_trace_has_samples (trace))
    {
      g_autofree char *calls = tv_kind_dup_count (trace, sums->calls);

      append (text, "%s", calls);
    }
}

/* Returns a change of a share in percentage points, without its sign. */
static char *
dup_points (double change)
{
  return g_strdup_printf ("%'.1f", fabs (change) * 100);
}

/* Appends the share of the base, the difference, and the share of paths that are gone.
 */
static void
append_change_of_share (const TvFlameAnswer *answer, TvTraceSession *session,
                        guint32 frame, GString *text)
{
  const gint64 base = tv_flame_answer_get_base_time (answer, frame);
  const gint64 base_whole = answer->other->whole;
  const double change = tv_flame_answer_get_change (answer, frame, TRUE);
  g_autofree char *before = tv_percent_format (base, base_whole);
  g_autofree char *by = tv_text_add_sign (dup_points (change), change < 0);

  if (base == 0)
    append (text, _ ("new"));
  else
    append (text, _ ("base %s, %s points"), before, by);
  if (frame >= answer->layout->root && answer->gone[frame] > 0)
    {
      g_autofree char *gone = tv_percent_format (answer->gone[frame], base_whole);

      append (text, _ ("%s in paths that are gone"), gone);
    }
}

/* Appends the time of the base, the difference, and the time of paths that are gone. */
static void
append_change (const TvFlameAnswer *answer, TvTraceSession *session, guint32 frame,
               GString *text)
{
  const gint64 base = tv_flame_answer_get_base_time (answer, frame);
  const gint64 change = (gint64) tv_flame_answer_get_change (answer, frame, FALSE);
  const TvClock clock = answer->layout->clock;

  if (base == 0)
    append (text, _ ("new"));
  else
    {
      g_autofree char *before = tv_trace_session_dup_amount (session, clock, base);
      g_autofree char *by = tv_text_add_sign (
          tv_trace_session_dup_amount (session, clock, ABS (change)), change < 0);
      g_autofree char *percent
          = tv_text_add_sign (tv_percent_format (ABS (change), base), change < 0);

      append (text, _ ("base %s, %s (%s)"), before, by, percent);
    }
  if (frame >= answer->layout->root && answer->gone[frame] > 0)
    {
      g_autofree char *time
          = tv_trace_session_dup_amount (session, clock, answer->gone[frame]);

      append (text, _ ("%s in paths that are gone"), time);
    }
}

/* Returns the times on both clocks, the calls, the change, and the shares of the
 * caller, of the root and of everything. */
char *
tv_flame_dup_numbers (const TvFlameAnswer *answer, TvTraceSession *session,
                      guint32 frame)
{
  GString *text = g_string_new (NULL);

  append_times (answer, session, frame, text);
  if (answer->other != NULL && !tv_flame_frame_is_merged (get_frame (answer, frame)))
    (answer->question->by_share ? append_change_of_share
                                : append_change) (answer, session, frame, text);
  append_shares (answer, session, frame, text);
  return g_string_free (text, FALSE);
}

/* Returns markup that explains the colours of a comparison, and says what share of the
 * base has no frame. */
char *
tv_flame_dup_legend (const TvFlameAnswer *answer, TvTraceSession *session,
                     gboolean by_share, const TvDrawColors *colors)
{
  static const double steps[] = { -1, -0.25, 0, 0.25, 1 };
  const guint32 root = answer->layout->root;
  g_autofree char *greatest = NULL;
  GString *markup = g_string_new (NULL);
  double change;

  if (answer->layout->n_levels == 0)
    return g_string_free (markup, FALSE);
  change = tv_flame_answer_find_greatest_change (answer, by_share);
  greatest = by_share ? dup_points (change)
                      : tv_trace_session_dup_amount (session, answer->layout->clock,
                                                     (gint64) change);
  g_string_append_printf (markup, "\u2212%s ", greatest);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      const TvColor color = tv_draw_colors_get_change (colors, steps[i]);

      g_string_append_printf (markup, "<span color=\"#%02x%02x%02x\">■</span>",
                              color.red, color.green, color.blue);
    }
  if (by_share)
    /* Translators: a change of a share, in percentage points */
    g_string_append_printf (markup, _ (" +%s points"), greatest);
  else
    g_string_append_printf (markup, " +%s", greatest);
  append (markup, "▨ %s", _ ("new"));
  if (answer->gone[root] > 0)
    {
      g_autofree char *percent
          = tv_percent_format (answer->gone[root], answer->other->whole);

      append (markup, _ ("%s of the base is in paths that are gone"), percent);
    }
  return g_string_free (markup, FALSE);
}
