/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/session/range-text.h"

#include "analysis/text/kind-text.h"
#include "ui/session/trace-session.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

static char *
dup_number_of_calls (TvTraceSession *session)
{
  const guint64 n = tv_trace_session_count_calls_in_range (session);

  return tv_kind_dup_count (tv_trace_session_get_trace (session), n);
}

/**
 * tv_range_dup_text:
 * @session: a session
 * @start: start of the selected range
 * @end: end of the selected range
 *
 * Describes the range: its start and end since the start of tracing, its length, and
 * the number of calls that are entered in it.
 *
 * Returns: (transfer full): one line of text
 */
char *
tv_range_dup_text (TvTraceSession *session, gint64 start, gint64 end)
{
  g_autofree char *from = tv_trace_session_dup_duration (session, start);
  g_autofree char *to = tv_trace_session_dup_duration (session, end);
  g_autofree char *length = tv_trace_session_dup_duration (session, end - start);
  g_autofree char *calls = dup_number_of_calls (session);

  /* Translators: start and end of a range of time, its length, and "12 calls". */
  return g_strdup_printf (_ ("%s – %s · %s · %s"), from, to, length, calls);
}

/**
 * tv_range_dup_short_text:
 * @session: a session
 * @start: start of the selected range
 * @end: end of the selected range
 *
 * Describes the range without its length, which tv_range_dup_step_text() gives.
 *
 * Returns: (transfer full): one line of text
 */
char *
tv_range_dup_short_text (TvTraceSession *session, gint64 start, gint64 end)
{
  g_autofree char *from = tv_trace_session_dup_duration (session, start);
  g_autofree char *to = tv_trace_session_dup_duration (session, end);
  g_autofree char *calls = dup_number_of_calls (session);

  /* Translators: start and end of a range of time, and "12 calls". */
  return g_strdup_printf (_ ("%s – %s · %s"), from, to, calls);
}

/**
 * tv_range_dup_step_text:
 * @session: a session
 * @depth: a depth, see tv_trace_session_get_range_step()
 *
 * Names a step from the whole trace to the selected range.
 *
 * Returns: (transfer full): its length, and whether it is the whole trace
 */
char *
tv_range_dup_step_text (TvTraceSession *session, guint depth)
{
  g_autofree char *length = NULL;
  gint64 start;
  gint64 end;

  tv_trace_session_get_range_step (session, depth, &start, &end);
  length = tv_trace_session_dup_duration (session, end - start);
  if (depth > 0)
    return g_steal_pointer (&length);
  return g_strdup_printf (_ ("Whole Trace (%s)"), length);
}

/**
 * tv_scope_dup_text:
 * @session: a session
 *
 * Says what the profile covers: the range, the threads, the number of transforms.
 *
 * Returns: (transfer full): one line of text
 */
char *
tv_scope_dup_text (TvTraceSession *session)
{
  TvProfile *profile = tv_trace_session_get_profile (session);
  const TvProfileRange *range = tv_profile_get_range (profile);
  const GPtrArray *transforms = tv_trace_session_get_transforms (session);
  GString *text = g_string_new (NULL);
  guint n;

  if (range->start == G_MININT64)
    g_string_append (text, _ ("The whole trace"));
  else
    {
      g_autofree char *from = tv_trace_session_dup_duration (session, range->start);
      g_autofree char *to = tv_trace_session_dup_duration (session, range->end);

      g_string_append_printf (text, "%s – %s", from, to);
    }
  if (range->threads != NULL)
    {
      tv_thread_set_get (range->threads, &n);
      g_string_append (text, " · ");
      g_string_append_printf (text, ngettext ("%u thread", "%u threads", n), n);
    }
  if (transforms != NULL)
    {
      n = transforms->len;
      g_string_append (text, " · ");
      g_string_append_printf (
          text, ngettext ("%u change to stacks", "%u changes to stacks", n), n);
    }
  return g_string_free (text, FALSE);
}

/**
 * tv_range_dup_marks_text:
 * @session: a session
 *
 * Returns: (transfer full): the times of the marks and their distance; empty if none is
 *   set
 */
char *
tv_range_dup_marks_text (TvTraceSession *session)
{
  g_autofree char *a_text = NULL;
  g_autofree char *b_text = NULL;
  g_autofree char *distance = NULL;
  gint64 start;
  gint64 end;
  gint64 a;
  gint64 b;

  if (!tv_trace_session_get_mark (session, TV_MARK_A, &a))
    return g_strdup ("");
  if (!tv_trace_session_get_mark (session, TV_MARK_B, &b))
    {
      tv_trace_session_get_view (session, &start, &end);
      a_text = tv_trace_session_dup_duration (session, a);
      return g_strdup_printf (_ ("A: %s"), a_text);
    }
  start = MIN (a, b);
  end = MAX (a, b);
  a_text = tv_trace_session_dup_duration (session, a);
  b_text = tv_trace_session_dup_duration (session, b);
  distance = tv_trace_session_dup_duration (session, ABS (b - a));
  /* Translators: the times of two marks, A and B, and how far they are apart. */
  return g_strdup_printf (_ ("A: %s · B: %s · %s apart"), a_text, b_text, distance);
}
