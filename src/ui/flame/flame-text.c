/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/flame/flame-text.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

static const TvFlameFrame *
get_frame (const TvFlameAnswer *answer, guint32 frame)
{
  return &tv_flame_layout_get_frames (answer->layout, NULL)[frame];
}

TvNameText *
tv_flame_make_name (const TvFlameAnswer *answer, guint32 frame)
{
  const guint32 method = get_frame (answer, frame)->sums.method;
  g_autofree char *label = NULL;

  if (method != TV_METHOD_NONE)
    return tv_name_text_new (
        tv_trace_get_method (tv_flame_layout_get_trace (answer->layout), method));
  label = tv_flame_layout_dup_label (answer->layout, frame);
  return tv_name_text_new_in_package (label, "");
}

static void
append (GString *text, const char *part)
{
  if (text->len > 0)
    g_string_append (text, " · ");
  g_string_append (text, part);
}

static char *
dup_share (const TvFlameAnswer *answer, guint32 frame, guint32 of)
{
  const TvClock clock = tv_flame_layout_get_clock (answer->layout);

  return tv_percent_format (get_frame (answer, frame)->sums.inclusive[clock],
                            get_frame (answer, of)->sums.inclusive[clock]);
}

static void
append_times (const TvFlameAnswer *answer, TvTraceSession *session, guint32 frame,
              GString *text)
{
  const TvCallTreeNode *sums = &get_frame (answer, frame)->sums;
  TvTrace *trace = tv_flame_layout_get_trace (answer->layout);

  for (guint i = 0; i < TV_N_CLOCKS; i++)
    {
      const TvClock clock
          = (tv_flame_layout_get_clock (answer->layout) + i) % TV_N_CLOCKS;
      g_autofree char *time
          = tv_trace_session_dup_duration (session, sums->inclusive[clock]);

      if (!tv_trace_has_clock (trace, clock))
        continue;
      append (text, clock == TV_CLOCK_THREAD_CPU ? _ ("CPU") : _ ("Real"));
      g_string_append_printf (text, " %s", time);
    }
  if (sums->calls > 0)
    {
      g_autofree char *calls = g_strdup_printf (
          ngettext ("%'" PRIu64 " call", "%'" PRIu64 " calls", (gulong) sums->calls),
          sums->calls);

      append (text, calls);
    }
}

/* With its sign. */
static char *
dup_change (TvTraceSession *session, gint64 change)
{
  g_autofree char *time = tv_trace_session_dup_duration (session, ABS (change));

  return g_strdup_printf ("%s%s", change > 0 ? "+" : change < 0 ? "−" : "", time);
}

/* The base, the difference, and what is gone. */
static void
append_change (const TvFlameAnswer *answer, TvTraceSession *session, guint32 frame,
               GString *text)
{
  const gint64 base = tv_flame_answer_get_base_time (answer, frame);
  const gint64 change = (gint64) tv_flame_answer_get_change (answer, frame, FALSE);
  g_autofree char *before = tv_trace_session_dup_duration (session, base);
  g_autofree char *by = dup_change (session, change);

  if (tv_flame_frame_is_merged (get_frame (answer, frame)))
    return;
  if (base == 0)
    append (text, _ ("new"));
  else
    {
      g_autofree char *percent = tv_percent_format (ABS (change), base);
      g_autofree char *compared = g_strdup_printf (_ ("base %s, %s (%s%s)"), before, by,
                                                   change < 0 ? "−" : "+", percent);

      append (text, compared);
    }
  if (frame >= tv_flame_layout_get_root (answer->layout) && answer->gone[frame] > 0)
    {
      g_autofree char *time
          = tv_trace_session_dup_duration (session, answer->gone[frame]);
      g_autofree char *gone = g_strdup_printf (_ ("%s in paths that are gone"), time);

      append (text, gone);
    }
}

/* Both clocks, calls, what changed, and the shares of the caller, of the root and of
 * everything. */
char *
tv_flame_dup_numbers (const TvFlameAnswer *answer, TvTraceSession *session,
                      guint32 frame)
{
  const guint32 parent = get_frame (answer, frame)->parent;
  const guint32 root = tv_flame_layout_get_root (answer->layout);
  GString *text = g_string_new (NULL);

  append_times (answer, session, frame, text);
  if (answer->other != NULL)
    append_change (answer, session, frame, text);
  if (parent != TV_FRAME_NONE && parent > root)
    {
      g_autofree char *percent = dup_share (answer, frame, parent);
      g_autofree char *share = g_strdup_printf (_ ("%s of its caller"), percent);

      append (text, share);
    }
  if (root > 0 && frame > root)
    {
      g_autofree char *percent = dup_share (answer, frame, root);
      g_autofree char *share = g_strdup_printf (_ ("%s of the root"), percent);

      append (text, share);
    }
  if (frame > 0)
    {
      g_autofree char *percent = dup_share (answer, frame, 0);
      g_autofree char *share = g_strdup_printf (_ ("%s of all"), percent);

      append (text, share);
    }
  return g_string_free (text, FALSE);
}

/* The greatest change with a sign, as a time or as a share of the root. */
static char *
dup_greatest (const TvFlameAnswer *answer, TvTraceSession *session, gboolean by_share)
{
  const double greatest = tv_flame_answer_find_greatest_change (answer, by_share);

  return by_share ? tv_percent_format ((gint64) (greatest * 1e9), (gint64) 1e9)
                  : tv_trace_session_dup_duration (session, (gint64) greatest);
}

/* Returns markup that says what the colours of a comparison mean, and what part of the
 * base has no frame. */
char *
tv_flame_dup_legend (const TvFlameAnswer *answer, TvTraceSession *session,
                     gboolean by_share, const TvDrawColors *colors)
{
  static const double steps[] = { -1, -0.25, 0, 0.25, 1 };
  const guint32 root = tv_flame_layout_get_root (answer->layout);
  g_autofree char *greatest = NULL;
  GString *markup = g_string_new (NULL);

  if (tv_flame_layout_get_n_levels (answer->layout) == 0)
    return g_string_free (markup, FALSE);
  greatest = dup_greatest (answer, session, by_share);
  g_string_append_printf (markup, "−%s ", greatest);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      const TvColor color = tv_draw_colors_get_change (colors, steps[i]);

      g_string_append_printf (markup, "<span color=\"#%02x%02x%02x\">■</span>",
                              color.red, color.green, color.blue);
    }
  g_string_append_printf (markup, " +%s · ▨ %s", greatest, _ ("new"));
  if (answer->gone[root] > 0)
    {
      g_autofree char *percent = tv_percent_format (
          answer->gone[root], tv_flame_answer_get_base_time (answer, root));

      g_string_append (markup, " · ");
      g_string_append_printf (markup, _ ("%s of the base is in paths that are gone"),
                              percent);
    }
  return g_string_free (markup, FALSE);
}
