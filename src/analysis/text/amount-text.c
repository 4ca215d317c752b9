/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "analysis/text/amount-text.h"

#include "analysis/text/kind-text.h"

#include <glib/gi18n-lib.h>

static gboolean
is_time (const TvTrace *trace, TvClock clock)
{
  return tv_trace_get_clock_quantity (trace, clock) == TV_QUANTITY_TIME;
}

/**
 * tv_amount_get_unit:
 * @trace: a trace
 * @clock: one of its clocks
 * @unit: the unit of times
 *
 * Returns: the unit of what the clock measures: @unit, or the one of things
 */
TvTimeUnit
tv_amount_get_unit (const TvTrace *trace, TvClock clock, TvTimeUnit unit)
{
  return is_time (trace, clock) ? unit : TV_TIME_UNIT_ONE;
}

/**
 * tv_amount_append:
 * @text: a string
 * @trace: a trace
 * @clock: one of its clocks
 * @amount: what it has measured
 *
 * Appends a time in milliseconds, with three decimals, or a number of things, with
 * decimals only where it needs them; with a point in every locale.
 */
void
tv_amount_append (GString *text, const TvTrace *trace, TvClock clock, gint64 amount)
{
  if (is_time (trace, clock))
    tv_time_append_milliseconds (text, amount);
  else
    tv_time_append_microseconds (text, amount);
}

/**
 * tv_amount_get_symbol:
 * @trace: a trace
 * @clock: one of its clocks
 *
 * Returns: (transfer none): the unit of what tv_amount_append() writes, or what is
 *   counted
 */
const char *
tv_amount_get_symbol (const TvTrace *trace, TvClock clock)
{
  return is_time (trace, clock) ? tv_time_unit_get_symbol (TV_TIME_UNIT_MS)
                                : tv_trace_get_clock_title (trace, clock);
}

/**
 * tv_amount_dup_note:
 * @trace: a trace
 *
 * Returns: (transfer full): a sentence about the numbers of a table
 */
char *
tv_amount_dup_note (const TvTrace *trace)
{
  if (is_time (trace, TV_CLOCK_THREAD_CPU))
    return g_strdup (_ ("Times in milliseconds"));
  /* Translators: what is counted, such as samples or CPU cycles */
  return g_strdup_printf (_ ("Numbers of: %s"),
                          tv_trace_get_clock_title (trace, TV_CLOCK_THREAD_CPU));
}

/**
 * tv_amount_dup_text:
 * @trace: a trace
 * @text: a text about CPU time, translated
 *
 * Returns: (transfer full): the text with what the trace adds up in the place of "CPU",
 *   if it holds samples
 */
char *
tv_amount_dup_text (const TvTrace *trace, const char *text)
{
  GString *own = g_string_new (text);

  if (trace != NULL && tv_trace_get_n_sample_events (trace) > 0)
    g_string_replace (own, "CPU", tv_trace_get_clock_title (trace, TV_CLOCK_THREAD_CPU),
                      1);
  return g_string_free (own, FALSE);
}

/**
 * tv_amount_get_title:
 * @trace: a trace
 * @title: the title of a column, marked to be translated
 *
 * Returns: (transfer none): the title, translated, as tv_amount_dup_text() returns it
 */
const char *
tv_amount_get_title (const TvTrace *trace, const char *title)
{
  g_autofree char *own = tv_amount_dup_text (trace, tv_kind_text (trace, title));

  return g_intern_string (own);
}
