/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "output/report/dmtracedump.h"

#include "analysis/sums/ranking.h"
#include "output/report/report-calls-private.h"
#include "output/table/html-page.h"

#include <glib/gi18n-lib.h>

/* The records of a file as `dmtracedump -o` lists them. */

/* dmtracedump believed that tracing always began two calls deep, and counted the call
 * that is entered. */
#define DEPTH_OF_FIRST 3

/* A deeper record has a plus sign. dmtracedump went on to 10,000, so that a small trace
 * of deep calls became a hundred megabytes. */
#define MAX_DOTS 256

static int
compare_threads (gconstpointer a, gconstpointer b)
{
  const TvThread *first = *(const TvThread *const *) a;
  const TvThread *second = *(const TvThread *const *) b;

  return (first->id > second->id) - (first->id < second->id);
}

/**
 * tv_dmtracedump_begin_records:
 * @writer: where to
 * @trace: a trace
 *
 * Writes what comes before the records: the version and the threads.
 */
void
tv_dmtracedump_begin_records (TvTextWriter *writer, const TvTrace *trace)
{
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();
  const guint n = tv_trace_get_n_threads (trace);

  g_return_if_fail (writer != NULL && trace != NULL);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (threads, (gpointer) tv_trace_get_thread (trace, i));
  g_ptr_array_sort (threads, compare_threads);
  tv_text_writer_add (writer, "VERSION: ");
  tv_text_writer_add_number (writer, tv_trace_get_info (trace)->version, 0);
  tv_text_writer_add (writer, "\nThreads (");
  tv_text_writer_add_number (writer, n, 0);
  tv_text_writer_add (writer, "):\n");
  for (guint i = 0; i < n; i++)
    {
      const TvThread *thread = g_ptr_array_index (threads, i);

      tv_text_writer_add_number (writer, thread->id, 2);
      tv_text_writer_add_char (writer, ' ');
      tv_text_writer_add_field (writer, thread->name != NULL ? thread->name : "");
      tv_text_writer_add_char (writer, '\n');
    }
  tv_text_writer_add (writer,
                      "Trace (threadID action usecs class.method signature):\n");
}

static void
add_method (TvTextWriter *writer, const TvTrace *trace, guint32 index)
{
  const TvMethod *method;

  if (index == TV_METHOD_NONE)
    {
      tv_text_writer_add (writer, "???.??? ???");
      return;
    }
  method = tv_trace_get_method (trace, index);
  if (method->named)
    {
      tv_text_writer_add_field (writer, method->class_name);
      tv_text_writer_add_char (writer, '.');
      tv_text_writer_add_field (writer, method->name);
      tv_text_writer_add_char (writer, ' ');
      tv_text_writer_add_field (writer, method->signature);
      return;
    }
  tv_text_writer_add (writer, "???.??? methodId: ");
  tv_text_writer_add_field (writer, method->name);
}

static void
add_record (TvTextWriter *writer, const TvTrace *trace, const TvRecord *record)
{
  static const char *const actions[] = { "ent", "xit", "unr" };
  const TvClock clock = tv_trace_get_primary_clock (trace);
  const guint64 n_dots = (guint64) record->depth + DEPTH_OF_FIRST;

  tv_text_writer_add_number (writer, tv_trace_get_thread (trace, record->thread)->id,
                             2);
  tv_text_writer_add_char (writer, ' ');
  tv_text_writer_add (writer, actions[record->action]);
  tv_text_writer_add_char (writer, record->stray ? '!' : ' ');
  tv_text_writer_add_char (writer, ' ');
  tv_text_writer_add_number (writer, record->time[clock] / 1000, 8);
  tv_text_writer_add_char (writer, n_dots > MAX_DOTS ? '+' : ' ');
  for (guint64 i = 0; i < MIN (n_dots, MAX_DOTS); i++)
    tv_text_writer_add_char (writer, '.');
  add_method (writer, trace, record->method);
  tv_text_writer_add_char (writer, '\n');
}

/**
 * tv_dmtracedump_add_records:
 * @writer: where to
 * @trace: a trace
 * @records: (array length=n): records of it
 * @n: how many
 *
 * Writes a line for each record: thread, action, microseconds on the first clock of the
 * file, dots for depth, method. Exits from methods that were not running are marked.
 */
void
tv_dmtracedump_add_records (TvTextWriter *writer, const TvTrace *trace,
                            const TvRecord *records, gsize n)
{
  g_return_if_fail (writer != NULL && trace != NULL);

  for (gsize i = 0; i < n; i++)
    add_record (writer, trace, &records[i]);
}

/* Two traces method by method, as `dmtracedump -d` compares them. */

typedef enum
{
  DIFF_EXCLUSIVE,
  DIFF_INCLUSIVE
} DiffTime;

/* A method of both runs, or of one of them. */
typedef struct
{
  const TvMethod *method;
  gboolean is_overloaded; /* another one differs from it by its signature alone */
  const TvMethodTotals *totals[2];
} Pair;

typedef struct
{
  const TvDmtracedumpDiff *diff;
  TvTextWriter *writer;
  TvProfile *profiles[2];
  TvClock clocks[2];
  GArray *pairs; /* in the order of names */
} Diff;

static void
clear_diff (Diff *diff)
{
  g_clear_pointer (&diff->writer, tv_text_writer_free);
  g_clear_pointer (&diff->profiles[0], tv_profile_unref);
  g_clear_pointer (&diff->profiles[1], tv_profile_unref);
  g_clear_pointer (&diff->pairs, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Diff, clear_diff)

/* Which methods are the same */

typedef struct
{
  const TvMethod *method;
  const TvMethodTotals *totals;
} Called;

static int
compare_methods (gconstpointer a, gconstpointer b)
{
  return tv_method_compare (((const Called *) a)->method, ((const Called *) b)->method);
}

static int
compare_names (const TvMethod *a, const TvMethod *b)
{
  const int order = strcmp (a->class_name, b->class_name);

  return order != 0 ? order : strcmp (a->name, b->name);
}

static GArray *
list_called (const TvProfile *profile)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Called));
  TvTrace *trace = tv_profile_get_trace (profile);

  for (guint i = 0; i < tv_trace_get_n_methods (trace); i++)
    {
      const Called called
          = { tv_trace_get_method (trace, i), tv_profile_get_totals (profile, i) };

      if (called.totals->calls + called.totals->recursive_calls > 0)
        g_array_append_val (list, called);
    }
  g_array_sort (list, compare_methods);
  return list;
}

static void
add_pair (Diff *diff, const Called *old, const Called *new)
{
  Pair pair = { .method = old != NULL ? old->method : new->method,
                .totals = { old != NULL ? old->totals : NULL,
                            new != NULL ? new->totals : NULL } };
  Pair *before = diff->pairs->len > 0
                     ? &g_array_index (diff->pairs, Pair, diff->pairs->len - 1)
                     : NULL;

  if (before != NULL && compare_names (before->method, pair.method) == 0)
    before->is_overloaded = pair.is_overloaded = TRUE;
  g_array_append_val (diff->pairs, pair);
}

/* Ids differ from run to run. What is at its end comes after all others. */
static int
compare_runs (const Called *old, const Called *new)
{
  int order;

  if (old == NULL || new == NULL)
    return (old == NULL) - (new == NULL);
  order = compare_names (old->method, new->method);
  return order != 0 ? order : strcmp (old->method->signature, new->method->signature);
}

static const Called *
get_called (const GArray *list, guint at)
{
  return at < list->len ? &g_array_index (list, Called, at) : NULL;
}

static void
match_methods (Diff *diff)
{
  g_autoptr (GArray) old_list = list_called (diff->profiles[0]);
  g_autoptr (GArray) new_list = list_called (diff->profiles[1]);
  guint i = 0, j = 0;

  diff->pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  while (i < old_list->len || j < new_list->len)
    {
      const Called *old = get_called (old_list, i);
      const Called *new = get_called (new_list, j);
      const int order = compare_runs (old, new);

      add_pair (diff, order <= 0 ? old : NULL, order >= 0 ? new : NULL);
      i += order <= 0;
      j += order >= 0;
    }
}

/* Numbers */

static gint64
get_time (const Diff *diff, const Pair *pair, guint run, DiffTime time)
{
  const TvMethodTotals *totals = pair->totals[run];
  const TvClock clock = diff->clocks[run];

  if (totals == NULL)
    return 0;
  return time == DIFF_EXCLUSIVE ? totals->exclusive[clock] : totals->inclusive[clock];
}

static gint64
get_change (const Diff *diff, const Pair *pair, DiffTime time)
{
  return get_time (diff, pair, 1, time) - get_time (diff, pair, 0, time);
}

/* The greatest increase first. */
static int
compare_by (gconstpointer a, gconstpointer b, const Diff *diff, DiffTime time)
{
  const Pair *first = *(const Pair *const *) a;
  const Pair *second = *(const Pair *const *) b;
  const gint64 first_change = get_change (diff, first, time);
  const gint64 second_change = get_change (diff, second, time);

  if (first_change != second_change)
    return first_change > second_change ? -1 : 1;
  return (first > second) - (first < second);
}

static int
compare_exclusive (gconstpointer a, gconstpointer b, gpointer user_data)
{
  return compare_by (a, b, user_data, DIFF_EXCLUSIVE);
}

static int
compare_inclusive (gconstpointer a, gconstpointer b, gpointer user_data)
{
  return compare_by (a, b, user_data, DIFF_INCLUSIVE);
}

/* Output. In text a method of both runs has three lines, as dmtracedump gave it. */

static void
add_name (const Diff *diff, const Pair *pair)
{
  g_autofree char *name
      = g_strconcat (pair->method->class_name, ".", pair->method->name,
                     pair->is_overloaded ? pair->method->signature : "", NULL);

  if (diff->diff->as_html)
    {
      tv_text_writer_add (diff->writer, "</td><td>");
      tv_text_writer_add_markup (diff->writer, name, -1);
      tv_text_writer_add (diff->writer, "</td></tr>\n");
      return;
    }
  tv_text_writer_add_field (diff->writer, name);
}

static void
separate (const Diff *diff, const char *in_text)
{
  tv_text_writer_add (diff->writer, diff->diff->as_html ? "</td><td>" : in_text);
}

static void
add_time (const Diff *diff, gint64 nanoseconds)
{
  tv_report_calls_add_time (diff->writer, nanoseconds, 0, TRUE);
}

static void
add_calls (const Diff *diff, const Pair *pair, guint run)
{
  const TvMethodTotals *totals = pair->totals[run];

  tv_text_writer_add_number (diff->writer,
                             (gint64) (totals->calls + totals->recursive_calls), 0);
}

/* Percent of what it was; of nothing, any time is infinitely more. */
static void
add_percent (const Diff *diff, gint64 change, gint64 before)
{
  if (before == 0 && change != 0)
    tv_text_writer_add (diff->writer, change > 0 ? "inf" : "-inf");
  else
    tv_report_calls_add_percent (diff->writer, change, before, 2, 0);
}

static void
write_pair (const Diff *diff, const Pair *pair, DiffTime time)
{
  const gint64 before = get_time (diff, pair, 0, time);
  const gboolean as_html = diff->diff->as_html;

  if (as_html)
    tv_text_writer_add (diff->writer, "<tr><td>");
  else
    {
      add_name (diff, pair);
      tv_text_writer_add_char (diff->writer, ' ');
    }
  add_time (diff, before);
  separate (diff, " ");
  add_time (diff, get_time (diff, pair, 1, time));
  separate (diff, " ");
  add_time (diff, get_change (diff, pair, time));
  separate (diff, " ");
  add_percent (diff, get_change (diff, pair, time), before);
  separate (diff, "\n");
  add_calls (diff, pair, 0);
  separate (diff, "\n");
  add_calls (diff, pair, 1);
  if (as_html)
    add_name (diff, pair);
  else
    tv_text_writer_add_char (diff->writer, '\n');
}

static void
write_single (const Diff *diff, const Pair *pair, guint run)
{
  const gboolean as_html = diff->diff->as_html;

  if (as_html)
    tv_text_writer_add (diff->writer, "<tr><td>");
  else
    {
      add_name (diff, pair);
      tv_text_writer_add_char (diff->writer, ' ');
    }
  add_time (diff, get_time (diff, pair, run, DIFF_EXCLUSIVE));
  separate (diff, " ");
  add_time (diff, get_time (diff, pair, run, DIFF_INCLUSIVE));
  separate (diff, " ");
  add_calls (diff, pair, run);
  if (as_html)
    add_name (diff, pair);
  else
    tv_text_writer_add_char (diff->writer, '\n');
}

static void
begin_table (const Diff *diff, const char *heading, const char *const *titles)
{
  if (!diff->diff->as_html)
    return;
  tv_text_writer_add (diff->writer, "<h2>");
  tv_text_writer_add_markup (diff->writer, heading, -1);
  tv_text_writer_add (diff->writer,
                      "</h2>\n<div class=\"wide\"><table class=\"find\"><thead><tr>");
  for (; *titles != NULL; titles++)
    {
      tv_text_writer_add (diff->writer, "<th><button type=\"button\">");
      tv_text_writer_add_markup (diff->writer, _ (*titles), -1);
      tv_text_writer_add (diff->writer, "</button></th>");
    }
  tv_text_writer_add (diff->writer, "</tr></thead>\n<tbody>\n");
}

static void
end_table (const Diff *diff)
{
  if (diff->diff->as_html)
    tv_text_writer_add (diff->writer, "</tbody></table></div>\n");
}

static void
write_matched (const Diff *diff, DiffTime time)
{
  static const char *const titles[]
      = { N_ ("Run 1 µs"),     N_ ("Run 2 µs"),     N_ ("Change µs"), N_ ("Change %"),
          N_ ("Run 1: Calls"), N_ ("Run 2: Calls"), N_ ("Method"),    NULL };
  g_autoptr (GPtrArray) matched = g_ptr_array_new ();

  for (guint i = 0; i < diff->pairs->len; i++)
    {
      Pair *pair = &g_array_index (diff->pairs, Pair, i);

      if (pair->totals[0] != NULL && pair->totals[1] != NULL)
        g_ptr_array_add (matched, pair);
    }
  g_ptr_array_sort_with_data (
      matched, time == DIFF_EXCLUSIVE ? compare_exclusive : compare_inclusive,
      (gpointer) diff);
  begin_table (diff,
               time == DIFF_EXCLUSIVE ? _ ("Exclusive Times") : _ ("Inclusive Times"),
               titles);
  for (guint i = 0; i < matched->len; i++)
    write_pair (diff, matched->pdata[i], time);
  end_table (diff);
}

static void
write_singles (const Diff *diff, guint run)
{
  static const char *const titles[]
      = { N_ ("Exclusive µs"), N_ ("Inclusive µs"), N_ ("Calls"), N_ ("Method"), NULL };

  begin_table (diff,
               run == 0 ? _ ("Methods of Run 1 That Are Not in Run 2")
                        : _ ("Methods of Run 2 That Are Not in Run 1"),
               titles);
  for (guint i = 0; i < diff->pairs->len; i++)
    {
      const Pair *pair = &g_array_index (diff->pairs, Pair, i);

      if (pair->totals[1 - run] == NULL)
        write_single (diff, pair, run);
    }
  end_table (diff);
}

static void
write_names (const Diff *diff)
{
  tv_text_writer_add (diff->writer, "<ol>");
  for (guint run = 0; run < 2; run++)
    {
      tv_text_writer_add (diff->writer, "<li>");
      tv_text_writer_add_markup (diff->writer, diff->diff->names[run], -1);
      tv_text_writer_add (diff->writer, "</li>");
    }
  tv_text_writer_add (diff->writer, "</ol>\n");
}

/**
 * tv_dmtracedump_diff:
 * @diff: what to compare
 * @out: where it goes
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Compares the methods of two traces by class, name and signature, on the primary clock
 * of each: those of both by exclusive and by inclusive time, then those of one alone.
 *
 * Returns: whether everything was written; a #GIOErrorEnum is in @error otherwise
 */
gboolean
tv_dmtracedump_diff (const TvDmtracedumpDiff *diff, GOutputStream *out,
                     GCancellable *cancellable, GError **error)
{
  g_auto (Diff) self = { .diff = diff };

  g_return_val_if_fail (diff != NULL && G_IS_OUTPUT_STREAM (out), FALSE);

  for (guint run = 0; run < 2; run++)
    {
      self.clocks[run] = tv_trace_get_primary_clock (diff->runs[run]);
      self.profiles[run] = tv_profile_new (diff->runs[run], cancellable, error);
      if (self.profiles[run] == NULL)
        return FALSE;
    }
  self.writer = tv_text_writer_new (out, cancellable);
  match_methods (&self);
  if (diff->as_html)
    {
      tv_html_page_begin (self.writer, diff->names[1]);
      write_names (&self);
    }
  write_matched (&self, DIFF_EXCLUSIVE);
  write_matched (&self, DIFF_INCLUSIVE);
  write_singles (&self, 0);
  write_singles (&self, 1);
  if (diff->as_html)
    tv_html_page_end (self.writer);
  return tv_text_writer_finish (self.writer, error);
}
