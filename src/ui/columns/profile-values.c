/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/columns/profile-values.h"

#include "config.h"

#include "analysis/text/amount-text.h"
#include "analysis/text/kind-text.h"
#include "ui/session/session-colors.h"
#include "ui/widgets/rgba.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Snapshots */

static TvMethodSequence *
get_ranked (TvTraceSession *session)
{
  return tv_trace_session_get_ranking (session)->sequence;
}

/**
 * tv_profile_snapshot_new:
 * @session: a session
 *
 * Returns: (transfer full): its current state
 */
TvProfileSnapshot *
tv_profile_snapshot_new (TvTraceSession *session)
{
  TvCallLengths *lengths = tv_trace_session_get_lengths (session);
  TvProfile *base = tv_trace_session_get_base_profile (session);
  TvProfileSnapshot *self = g_atomic_rc_box_new0 (TvProfileSnapshot);

  self->profile = tv_profile_ref (tv_trace_session_get_profile (session));
  self->base = base != NULL ? tv_profile_ref (base) : NULL;
  (void) tv_trace_session_get_comparison (session, &self->by);
  self->trace = tv_trace_ref (tv_profile_get_trace (self->profile));
  self->ranked = tv_method_sequence_ref (get_ranked (session));
  self->lengths = lengths != NULL ? tv_call_lengths_ref (lengths) : NULL;
  self->clock = tv_trace_session_get_primary_clock (session);
  self->unit = tv_trace_session_get_time_unit (session);
  return self;
}

TvProfileSnapshot *
tv_profile_snapshot_ref (TvProfileSnapshot *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  TvProfileSnapshot *self = data;

  g_clear_pointer (&self->lengths, tv_call_lengths_unref);
  tv_method_sequence_unref (self->ranked);
  tv_profile_unref (self->profile);
  g_clear_pointer (&self->base, tv_profile_unref);
  tv_trace_unref (self->trace);
}

void
tv_profile_snapshot_unref (TvProfileSnapshot *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/**
 * tv_profile_snapshot_is_current:
 * @self: a snapshot
 * @session: its session
 *
 * Returns: whether it is still the state of the session
 */
gboolean
tv_profile_snapshot_is_current (const TvProfileSnapshot *self, TvTraceSession *session)
{
  return self->profile == tv_trace_session_get_profile (session)
         && self->base == tv_trace_session_get_base_profile (session)
         && (self->base == NULL
             || self->by.by_share == tv_trace_session_compares_by_share (session))
         && self->ranked == get_ranked (session)
         && self->lengths == tv_trace_session_get_lengths (session)
         && self->clock == tv_trace_session_get_primary_clock (session)
         && self->unit == tv_trace_session_get_time_unit (session);
}

/**
 * tv_profile_snapshot_get_numbers:
 * @self: a snapshot
 * @method: index of a method
 *
 * Returns: the sums of the method
 */
TvProfileNumbers
tv_profile_snapshot_get_numbers (const TvProfileSnapshot *self, guint32 method)
{
  return (TvProfileNumbers){
    .trace = self->trace,
    .totals = tv_profile_get_totals (self->profile, method),
    .base = self->base != NULL ? tv_profile_get_totals (self->base, method) : NULL,
    .by = &self->by,
    .length
    = self->lengths != NULL ? tv_call_lengths_get (self->lengths, method) : NULL,
  };
}

/**
 * tv_profile_snapshot_get_rank:
 * @self: a snapshot
 * @method: index of a method, or %TV_METHOD_NONE for `(toplevel)`
 *
 * Returns: the rank of the method from 1, 0 for `(toplevel)`; %TV_METHOD_NONE if it was
 *   never called
 */
guint32
tv_profile_snapshot_get_rank (const TvProfileSnapshot *self, guint32 method)
{
  guint32 place;

  if (method == TV_METHOD_NONE)
    return 0;
  place = tv_method_sequence_find (self->ranked, method);
  return place != TV_METHOD_NONE ? place + 1 : TV_METHOD_NONE;
}

/* Numbers and texts */

static guint64
count_calls (const TvMethodTotals *totals)
{
  return totals->calls + totals->recursive_calls;
}

static gboolean
is_by_share (const TvProfileNumbers *numbers, TvProfileColumn column)
{
  return numbers->base != NULL && numbers->by != NULL && numbers->by->by_share
         && tv_profile_column_is_compared (column);
}

/* Returns the change from the base, or no value without a base. */
static TvProfileValue
make_change (const TvProfileNumbers *numbers, TvProfileColumn column)
{
  TvProfileValue value = { .kind = TV_PROFILE_VALUE_NONE };
  const TvProfileKind *kind = tv_profile_column_get_kind (column);
  const gboolean is_called = count_calls (numbers->totals) > 0;

  if (numbers->base == NULL || (!is_called && count_calls (numbers->base) == 0))
    return value;
  value.time = tv_profile_column_get_value (column, numbers);
  if (kind->measure == TV_METHOD_MEASURE_ALL_CALLS)
    value.kind = TV_PROFILE_VALUE_CALLS_CHANGE;
  else if (!kind->percent)
    value.kind = is_by_share (numbers, column) ? TV_PROFILE_VALUE_POINTS_CHANGE
                                               : TV_PROFILE_VALUE_TIME_CHANGE;
  else if (!is_called)
    value.kind = TV_PROFILE_VALUE_GONE;
  else if (count_calls (numbers->base) == 0)
    value.kind = TV_PROFILE_VALUE_NEW;
  else
    {
      value.whole = tv_profile_column_get_base (column, numbers);
      /* If the whole is 0, only a time of 0 has a share. */
      if (value.whole > 0 || value.time == 0)
        value.kind = TV_PROFILE_VALUE_SHARE_CHANGE;
    }
  return value;
}

/* The samples of groups, of paths, and after calls were dropped, are not known. */
static TvProfileValue
make_samples (const TvMethodTotals *totals)
{
  return (TvProfileValue){ .kind = totals->samples > 0 ? TV_PROFILE_VALUE_COUNT
                                                       : TV_PROFILE_VALUE_NONE,
                           .calls = totals->samples };
}

/**
 * tv_profile_value_new:
 * @numbers: the sums of a row
 * @profile: the sums of all methods; the time of its root calls is 100 %
 * @column: a column of numbers
 *
 * Returns: the value of the cell; none if the row was never called
 */
TvProfileValue
tv_profile_value_new (const TvProfileNumbers *numbers, const TvProfile *profile,
                      TvProfileColumn column)
{
  const TvProfileKind *kind = tv_profile_column_get_kind (column);
  const TvMethodTotals *totals
      = kind->of == TV_SUBJECT_BASE ? numbers->base : numbers->totals;
  TvProfileValue value = { .kind = TV_PROFILE_VALUE_NONE };

  if (kind->of == TV_SUBJECT_CHANGE)
    return make_change (numbers, column);
  if (totals == NULL || count_calls (totals) == 0)
    return value;
  if (kind->measure == TV_METHOD_MEASURE_ALL_CALLS)
    return (TvProfileValue){ .kind = TV_PROFILE_VALUE_CALLS,
                             .calls = totals->calls,
                             .others = totals->recursive_calls };
  if (kind->measure == TV_METHOD_MEASURE_SAMPLES)
    return make_samples (totals);
  if (tv_profile_column_needs_lengths (column) && numbers->length == NULL)
    return value;
  value.kind = TV_PROFILE_VALUE_TIME;
  value.time = tv_profile_column_get_value (column, numbers);
  if (kind->of == TV_SUBJECT_BASE && is_by_share (numbers, column))
    {
      value.kind = TV_PROFILE_VALUE_SHARE;
      value.whole = TV_SHARE_WHOLE;
    }
  else if (kind->percent || is_by_share (numbers, column))
    {
      value.kind = TV_PROFILE_VALUE_SHARE;
      value.whole = tv_profile_get_root_inclusive (profile, kind->clock);
    }
  return value;
}

static char *
dup_change (const TvProfileValue *value, TvTimeUnit unit)
{
  const double size = fabs (value->time);
  char *digits;

  if (value->kind == TV_PROFILE_VALUE_TIME_CHANGE)
    digits = tv_time_format_cell (size, unit);
  else if (value->kind == TV_PROFILE_VALUE_SHARE_CHANGE && value->whole > 0
           && size >= 10 * (double) value->whole)
    digits = g_strdup_printf ("%'.0f%%", size * 100 / (double) value->whole);
  else if (value->kind == TV_PROFILE_VALUE_SHARE_CHANGE)
    digits = tv_percent_format ((gint64) size, value->whole);
  else if (value->kind == TV_PROFILE_VALUE_POINTS_CHANGE)
    {
      /* The unit is in the title. */
      digits = tv_percent_format ((gint64) size, TV_SHARE_WHOLE);
      digits[strlen (digits) - 1] = '\0';
    }
  else
    digits = g_strdup_printf ("%'.0f", size);
  return tv_text_add_sign (digits, value->time < 0);
}

/**
 * tv_profile_value_dup_text:
 * @value: the numbers of a cell
 * @unit: the unit of times
 *
 * Returns: (transfer full) (nullable): the text of the cell, %NULL for no value. Only
 *   changes begin with `+` or U+2212
 */
char *
tv_profile_value_dup_text (const TvProfileValue *value, TvTimeUnit unit)
{
  switch (value->kind)
    {
    case TV_PROFILE_VALUE_TIME:
      return tv_time_format_cell (value->time, unit);
    case TV_PROFILE_VALUE_SHARE:
      return tv_percent_format ((gint64) value->time, value->whole);
    case TV_PROFILE_VALUE_COUNT:
      return g_strdup_printf ("%'" G_GUINT64_FORMAT, value->calls);
    case TV_PROFILE_VALUE_CALLS:
      return g_strdup_printf ("%'" G_GUINT64_FORMAT "+%'" G_GUINT64_FORMAT,
                              value->calls, value->others);
    case TV_PROFILE_VALUE_CALLS_OF:
      return g_strdup_printf ("%'" G_GUINT64_FORMAT "/%'" G_GUINT64_FORMAT,
                              value->calls, value->others);
    case TV_PROFILE_VALUE_TIME_CHANGE:
    case TV_PROFILE_VALUE_SHARE_CHANGE:
    case TV_PROFILE_VALUE_POINTS_CHANGE:
    case TV_PROFILE_VALUE_CALLS_CHANGE:
      return dup_change (value, unit);
    case TV_PROFILE_VALUE_NEW:
      return g_strdup (_ ("new"));
    case TV_PROFILE_VALUE_GONE:
      return g_strdup (_ ("gone"));
    case TV_PROFILE_VALUE_NONE:
    default:
      return NULL;
    }
}

/**
 * tv_profile_value_get_share:
 * @value: the numbers of a cell
 *
 * Returns: the share of the cell that its bar fills, from 0 to 1
 */
double
tv_profile_value_get_share (const TvProfileValue *value)
{
  return value->kind == TV_PROFILE_VALUE_SHARE && value->whole > 0
             ? value->time / (double) value->whole
             : 0;
}

/* Returns the longest time that a column can have: the time of all root calls, or the
 * end of the trace. */
static double
get_longest_time (TvProfileColumn column, TvTraceSession *session)
{
  const TvProfile *profile = tv_trace_session_get_whole_profile (session);
  gint64 start;
  gint64 end;
  const TvProfileKind *kind = tv_profile_column_get_kind (column);

  if (kind->measure == TV_METHOD_MEASURE_FIRST_CALL)
    {
      tv_trace_get_axis_range (tv_trace_session_get_trace (session), &start, &end);
      return (double) end;
    }
  if (tv_profile_column_needs_lengths (column))
    return (double) MAX (tv_profile_get_root_inclusive (profile, TV_CLOCK_THREAD_CPU),
                         tv_profile_get_root_inclusive (profile, TV_CLOCK_WALL));
  return (double) tv_profile_get_root_inclusive (profile, kind->clock);
}

/* Whether a column of amounts has shares: while they are compared. */
static gboolean
shows_shares (TvProfileColumn column, TvTraceSession *session)
{
  return tv_profile_column_is_compared (column)
         && tv_trace_session_compares_by_share (session);
}

/* A change in percent may have any length. Most are less than a thousandfold. */
static char *
dup_widest_change (TvProfileColumn column, TvTraceSession *session)
{
  TvTraceSession *base = tv_trace_session_get_base (session);
  TvProfileValue value = { .kind = TV_PROFILE_VALUE_TIME_CHANGE };

  if (tv_profile_column_get_kind (column)->percent)
    value = (TvProfileValue){ TV_PROFILE_VALUE_SHARE_CHANGE, .time = -9999,
                              .whole = 1000 };
  else if (shows_shares (column, session))
    value = (TvProfileValue){ TV_PROFILE_VALUE_POINTS_CHANGE,
                              .time = -(double) TV_SHARE_WHOLE };
  else if (tv_profile_column_is_time (column))
    value.time = -MAX (get_longest_time (column, session),
                       base != NULL ? get_longest_time (column, base) : 0);
  else
    value = (TvProfileValue){ TV_PROFILE_VALUE_CALLS_CHANGE,
                              .time = -(double) tv_trace_get_n_calls (
                                  tv_trace_session_get_trace (session)) };
  return tv_profile_value_dup_text (&value, tv_trace_session_get_time_unit (session));
}

static guint
count_digits (guint64 number)
{
  guint n = 1;

  for (; number >= 10; number /= 10)
    n++;
  return n;
}

/* The widest counts are those of a method, or of one of its callers, which may have
 * called it each time. */
static char *
dup_widest_count (TvTraceSession *session)
{
  TvProfile *profile = tv_trace_session_get_whole_profile (session);
  const guint n = tv_trace_get_n_methods (tv_trace_session_get_trace (session));
  guint64 widest[2] = { 0, 0 };

  for (guint i = 0; i < n; i++)
    {
      const TvMethodTotals *totals = tv_profile_get_totals (profile, i);
      const guint64 all = totals->calls + totals->recursive_calls;
      const guint n_digits = count_digits (widest[0]) + count_digits (widest[1]);

      if (2 * count_digits (all) > n_digits)
        widest[0] = widest[1] = all;
    }
  return g_strdup_printf ("%'" G_GUINT64_FORMAT "+%'" G_GUINT64_FORMAT, widest[0],
                          widest[1]);
}

/* No method has more samples than the event. */
static char *
dup_widest_samples (TvTraceSession *session)
{
  const TvTrace *trace = tv_trace_session_get_trace (session);
  const TvProfileValue value = {
    .kind = TV_PROFILE_VALUE_COUNT,
    .calls
    = tv_trace_get_sample_event (trace, tv_trace_get_chosen_event (trace))->n_samples
  };

  return tv_profile_value_dup_text (&value, TV_TIME_UNIT_ONE);
}

/* Returns the column whose title says what the base measures. */
static TvProfileColumn
find_titled (TvProfileColumn column, const TvTrace *trace, const TvTrace *base)
{
  const TvProfileKind *kind = tv_profile_column_get_kind (column);
  TvClock clock = kind->clock;

  if (kind->of != TV_SUBJECT_BASE
      || !tv_traces_find_old_clock (base, trace, clock, &clock) || clock == kind->clock)
    return column;
  return tv_profile_columns_get ()[column].twin;
}

/**
 * tv_profile_column_dup_compared_title:
 * @column: a column
 * @trace: a trace
 * @base: (nullable): the trace that it is compared with
 * @by_share: whether shares are compared
 * @unit: the unit of times
 *
 * Returns: (transfer full): its title. While traces are compared, it says of which one
 *   the numbers are
 */
char *
tv_profile_column_dup_compared_title (TvProfileColumn column, const TvTrace *trace,
                                      const TvTrace *base, gboolean by_share,
                                      TvTimeUnit unit)
{
  const TvProfileKind *kind = tv_profile_column_get_kind (column);
  const gboolean is_compared = base != NULL && tv_profile_column_is_compared (column);
  const gboolean has_shares = is_compared && by_share && !kind->percent;
  const TvTrace *of = kind->of == TV_SUBJECT_BASE && is_compared ? base : trace;
  g_autofree char *title = NULL;

  if (is_compared)
    column = find_titled (column, trace, base);
  if (has_shares)
    title = tv_amount_dup_text (
        of, tv_kind_text (of, tv_profile_column_get_kind (column)->title));
  else
    title = tv_profile_column_dup_title (column, of, unit);
  if (is_compared && by_share && kind->percent && kind->of == TV_SUBJECT_CHANGE)
    /* Translators: the title of a column whose numbers are percentages of others. */
    return g_strdup_printf (_ ("%s (relative)"), title);
  if (has_shares && kind->of == TV_SUBJECT_CHANGE)
    /* Translators: the title of a column whose numbers are percentage points. */
    return g_strdup_printf (_ ("%s (points)"), title);
  if (base != NULL && kind->of == TV_SUBJECT_TRACE && !kind->percent
      && (is_compared || column == TV_PROFILE_COLUMN_CALLS))
    {
      g_autofree char *plain = g_steal_pointer (&title);

      /* Translators: the title of a column, for the new one of two traces: "New Excl
         CPU". */
      title = g_strdup_printf (_ ("New %s"), plain);
    }
  return has_shares ? g_strconcat (title, " %", NULL) : g_steal_pointer (&title);
}

/**
 * tv_profile_column_dup_own_title:
 * @column: a column
 * @session: a session
 *
 * Returns: (transfer full): its title in a table of the session, as
 *   tv_profile_column_dup_compared_title()
 */
char *
tv_profile_column_dup_own_title (TvProfileColumn column, TvTraceSession *session)
{
  TvTraceSession *base = tv_trace_session_get_base (session);

  return tv_profile_column_dup_compared_title (
      column, tv_trace_session_get_trace (session),
      base != NULL ? tv_trace_session_get_trace (base) : NULL,
      tv_trace_session_compares_by_share (session),
      tv_trace_session_get_time_unit (session));
}

/**
 * tv_profile_column_dup_own_description:
 * @column: a column
 * @session: a session
 *
 * Returns: (transfer full): its meaning in a table of the session, in which its numbers
 *   may be shares
 */
char *
tv_profile_column_dup_own_description (TvProfileColumn column, TvTraceSession *session)
{
  const TvProfileKind *kind = tv_profile_column_get_kind (column);
  const char *text = tv_trace_session_get_text (session, kind->description);

  if (!shows_shares (column, session)
      || (kind->percent && kind->of != TV_SUBJECT_CHANGE))
    return g_strdup (text);
  /* Translators: the description of a column of times, while shares are compared. */
  return g_strdup_printf (kind->of != TV_SUBJECT_CHANGE
                              ? _ ("%s; shown as a share of the time of all calls")
                          : kind->percent
                              ? _ ("%s; computed from the shares of both")
                              : _ ("%s; shown as the difference of the shares of both, "
                                   "in percentage points"),
                          text);
}

/**
 * tv_profile_column_dup_widest_text:
 * @column: a column of numbers
 * @session: a session
 *
 * Returns: (transfer full): a text as wide as any that the column has for its trace
 */
char *
tv_profile_column_dup_widest_text (TvProfileColumn column, TvTraceSession *session)
{
  if (tv_profile_column_get_kind (column)->of == TV_SUBJECT_CHANGE)
    return dup_widest_change (column, session);
  if (tv_profile_column_get_kind (column)->percent || shows_shares (column, session))
    return tv_percent_format (1, 1);
  if (column == TV_PROFILE_COLUMN_SAMPLES)
    return dup_widest_samples (session);
  if (!tv_profile_column_is_time (column))
    return dup_widest_count (session);
  return tv_time_format_cell (get_longest_time (column, session),
                              tv_trace_session_get_time_unit (session));
}

/**
 * tv_profile_dup_method_tooltip:
 * @method: a method
 *
 * Returns: (transfer full): its full name, its signature, the place of its source, and
 *   its id
 */
char *
tv_profile_dup_method_tooltip (const TvMethod *method)
{
  g_autofree char *name = tv_method_dup_java_name (method);
  g_autofree char *id = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", method->id);
  GString *text = g_string_new (name);

  if (method->proxy_name != NULL)
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (text, _ ("Proxy of %s"), method->proxy_name);
    }
  if (*method->signature != '\0')
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (text, _ ("Signature %s"), method->signature);
    }
  if (method->file != NULL)
    g_string_append_printf (text, "\n%s", method->file);
  if (method->file != NULL && method->line > 0)
    g_string_append_printf (text, ":%d", method->line);
  g_string_append_c (text, '\n');
  g_string_append_printf (text, _ ("ID %s"), id);
  return g_string_free (text, FALSE);
}

/* Colours and style classes */

/**
 * tv_profile_get_method_color:
 * @session: a session
 * @method: index of a method
 * @dark: whether the background is dark
 * @color: (out): the colour of the method, the same in every view
 */
void
tv_profile_get_method_color (TvTraceSession *session, guint32 method, gboolean dark,
                             GdkRGBA *color)
{
  *color = tv_color_to_rgba (
      tv_session_colors_get_color (tv_trace_session_get_colors (session), dark, method),
      1);
}

/**
 * tv_profile_set_css_class:
 * @row: a widget
 * @css_class: a style class
 * @set: whether it is to have the class
 *
 * Adds or removes a style class.
 */
void
tv_profile_set_css_class (GtkWidget *row, const char *css_class, gboolean set)
{
  if (set)
    gtk_widget_add_css_class (row, css_class);
  else
    gtk_widget_remove_css_class (row, css_class);
}

/**
 * tv_profile_style_method:
 * @snapshot: (nullable): the sums, %NULL if all rows have calls
 * @session: its session
 * @method: index of a method, or %TV_METHOD_NONE
 * @row: the widget of its row
 *
 * Sets the style classes `hit` and `uncalled`.
 */
void
tv_profile_style_method (const TvProfileSnapshot *snapshot, TvTraceSession *session,
                         guint32 method, GtkWidget *row)
{
  TvMethodSet *hits
      = tv_session_colors_get_hits (tv_trace_session_get_colors (session));
  const gboolean is_method = method != TV_METHOD_NONE;

  tv_profile_set_css_class (
      row, "hit", is_method && hits != NULL && tv_method_set_contains (hits, method));
  tv_profile_set_css_class (row, "uncalled",
                            is_method && snapshot != NULL
                                && tv_profile_snapshot_get_rank (snapshot, method)
                                       == TV_METHOD_NONE);
}
