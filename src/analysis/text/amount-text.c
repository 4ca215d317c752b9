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
 * tv_amount_get_axis_clock:
 * @trace: a trace
 *
 * Returns: the clock of the timeline's axis
 */
TvClock
tv_amount_get_axis_clock (const TvTrace *trace)
{
  return tv_trace_get_axis (trace) == TV_AXIS_WALL ? TV_CLOCK_WALL
                                                   : TV_CLOCK_THREAD_CPU;
}

/**
 * tv_amount_is_on_axis:
 * @trace: a trace
 *
 * Returns: whether the timeline's axis shows weights of samples that are no times
 */
gboolean
tv_amount_is_on_axis (const TvTrace *trace)
{
  return !is_time (trace, tv_amount_get_axis_clock (trace));
}

/**
 * tv_amount_format_with_unit:
 * @trace: a trace
 * @clock: one of its clocks
 * @amount: what it has measured
 * @unit: the unit of times
 *
 * Writes an amount for people, as tv_time_format_duration(), and what it is.
 *
 * Returns: (transfer full): for instance `0.901 ms`, `12 samples` or `7 page-faults`
 */
char *
tv_amount_format_with_unit (const TvTrace *trace, TvClock clock, gint64 amount,
                            TvTimeUnit unit)
{
  const TvQuantity quantity = tv_trace_get_clock_quantity (trace, clock);
  g_autofree char *text
      = tv_time_format_duration (amount, tv_amount_get_unit (trace, clock, unit));
  const guint n = amount == TV_WEIGHT_ONE ? 1 : 2;

  if (quantity == TV_QUANTITY_TIME)
    return g_steal_pointer (&text);
  if (quantity == TV_QUANTITY_BYTES)
    return g_strdup_printf (ngettext ("%s byte", "%s bytes", n), text);
  if (tv_trace_weighs_samples (trace))
    return g_strdup_printf (ngettext ("%s sample", "%s samples", n), text);
  return g_strdup_printf ("%s\u00a0%s", text, tv_trace_get_clock_title (trace, clock));
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

/**
 * tv_amount_get_suffix:
 * @trace: a trace
 * @clock: one of its clocks
 * @of_time: what follows the names of times in files for programs, such as `_ns`
 *
 * Returns: (transfer none): what follows the names of amounts on the clock: @of_time,
 *   or `_count` or `_bytes`
 */
const char *
tv_amount_get_suffix (const TvTrace *trace, TvClock clock, const char *of_time)
{
  switch (tv_trace_get_clock_quantity (trace, clock))
    {
    case TV_QUANTITY_COUNT:
      return "_count";
    case TV_QUANTITY_BYTES:
      return "_bytes";
    case TV_QUANTITY_TIME:
    default:
      return of_time;
    }
}

/**
 * tv_amount_get_field:
 * @trace: a trace
 * @clock: one of its clocks
 * @name: (nullable): the name of an amount in files for programs; those of times end in
 *   `_ns` or `_us`
 *
 * Returns: (transfer none) (nullable): the name with the end that says what the clock
 *   measures
 */
const char *
tv_amount_get_field (const TvTrace *trace, TvClock clock, const char *name)
{
  g_autofree char *start = NULL;
  g_autofree char *own = NULL;

  if (name == NULL || tv_trace_get_clock_quantity (trace, clock) == TV_QUANTITY_TIME
      || (!g_str_has_suffix (name, "_ns") && !g_str_has_suffix (name, "_us")))
    return name;
  start = g_strndup (name, strlen (name) - strlen ("_ns"));
  own = g_strconcat (start, tv_amount_get_suffix (trace, clock, ""), NULL);
  return g_intern_string (own);
}
