/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "output/report/dmtracedump.h"

#include "analysis/diff/trace-diff.h"
#include "output/report/report-calls-private.h"
#include "output/table/html-page.h"

#include <glib/gi18n-lib.h>

/* The records, as `dmtracedump -o` lists them */

/* dmtracedump assumed that tracing begins two calls deep, and counted the call that is
 * entered. */
#define DEPTH_OF_FIRST 3

/* Deeper records have a plus sign. dmtracedump wrote up to 10,000 dots, so a small
 * trace of deep calls filled hundreds of megabytes. */
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
 * @writer: where it goes
 * @trace: a trace
 *
 * Writes the head: the version and the threads.
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
 * @writer: where it goes
 * @trace: a trace
 * @records: (array length=n): records of it
 * @n: number of records
 *
 * Writes a line for each record: thread, action, microseconds on the first clock of the
 * file, dots for the depth, method. Exits of methods that were not running are marked.
 */
void
tv_dmtracedump_add_records (TvTextWriter *writer, const TvTrace *trace,
                            const TvRecord *records, gsize n)
{
  g_return_if_fail (writer != NULL && trace != NULL);

  for (gsize i = 0; i < n; i++)
    add_record (writer, trace, &records[i]);
}

/* Two traces, as `dmtracedump -d` compares them */

typedef enum
{
  DIFF_EXCLUSIVE,
  DIFF_INCLUSIVE
} DiffTime;

/* A method of one or both runs. */
typedef struct
{
  const TvDiffRow *row;
  gboolean is_overloaded; /* whether another method differs only by its signature */
} Pair;

typedef struct
{
  const TvDmtracedumpDiff *diff;
  TvTextWriter *writer;
  TvTraceDiff *methods;
  TvClock clocks[TV_N_DIFF_SIDES];
  GArray *pairs; /* in the order of names */
} Diff;

static void
clear_diff (Diff *diff)
{
  g_clear_pointer (&diff->writer, tv_text_writer_free);
  g_clear_pointer (&diff->methods, tv_trace_diff_free);
  g_clear_pointer (&diff->pairs, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Diff, clear_diff)

static int
compare_names (const TvDiffRow *a, const TvDiffRow *b)
{
  const int order = strcmp (a->class_name, b->class_name);

  return order != 0 ? order : strcmp (a->method_name, b->method_name);
}

static int
compare_pairs (gconstpointer a, gconstpointer b)
{
  const TvDiffRow *first = ((const Pair *) a)->row;
  const TvDiffRow *second = ((const Pair *) b)->row;
  const int order = compare_names (first, second);

  return order != 0 ? order : strcmp (first->signature, second->signature);
}

static void
list_pairs (Diff *diff)
{
  const guint n = diff->methods->rows->len;
  Pair *pairs;

  diff->pairs = g_array_new (FALSE, TRUE, sizeof (Pair));
  g_array_set_size (diff->pairs, n);
  pairs = (Pair *) (gpointer) diff->pairs->data;
  for (guint i = 0; i < n; i++)
    pairs[i].row = &g_array_index (diff->methods->rows, TvDiffRow, i);
  g_array_sort (diff->pairs, compare_pairs);
  for (guint i = 1; i < n; i++)
    if (compare_names (pairs[i - 1].row, pairs[i].row) == 0)
      pairs[i - 1].is_overloaded = pairs[i].is_overloaded = TRUE;
}

/* Numbers */

static gint64
get_time (const Diff *diff, const Pair *pair, guint run, DiffTime time)
{
  const TvDiffTotals *totals = &pair->row->of[run];
  const TvClock clock = diff->clocks[run];

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

/* Output. In text, a method of both runs has three lines, as in dmtracedump. */

static void
add_name (const Diff *diff, const Pair *pair)
{
  g_autofree char *name
      = g_strconcat (pair->row->class_name, ".", pair->row->method_name,
                     pair->is_overloaded ? pair->row->signature : "", NULL);

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
  tv_text_writer_add_number (diff->writer, nanoseconds / 1000, 0);
}

static void
add_calls (const Diff *diff, const Pair *pair, guint run)
{
  tv_text_writer_add_number (diff->writer, (gint64) pair->row->of[run].calls, 0);
}

/* Adds the change as a percentage of the old time. An increase from 0 is infinite. */
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

      if (pair->row->of[TV_DIFF_OLD].calls > 0 && pair->row->of[TV_DIFF_NEW].calls > 0)
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

      if (pair->row->of[1 - run].calls == 0)
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
 * of each: methods of both by exclusive and by inclusive time, then methods of only
 * one.
 *
 * Returns: whether everything was written; a #GIOErrorEnum is in @error otherwise
 */
gboolean
tv_dmtracedump_diff (const TvDmtracedumpDiff *diff, GOutputStream *out,
                     GCancellable *cancellable, GError **error)
{
  g_auto (Diff) self = { .diff = diff };
  g_autoptr (TvProfile) old_profile = NULL;
  g_autoptr (TvProfile) new_profile = NULL;

  g_return_val_if_fail (diff != NULL && G_IS_OUTPUT_STREAM (out), FALSE);

  old_profile = tv_profile_new (diff->runs[TV_DIFF_OLD], cancellable, error);
  if (old_profile != NULL)
    new_profile = tv_profile_new (diff->runs[TV_DIFF_NEW], cancellable, error);
  if (new_profile == NULL)
    return FALSE;
  for (guint run = 0; run < TV_N_DIFF_SIDES; run++)
    self.clocks[run] = tv_trace_get_primary_clock (diff->runs[run]);
  self.writer = tv_text_writer_new (out, cancellable);
  self.methods = tv_trace_diff_new (old_profile, new_profile, NULL, TRUE, FALSE);
  list_pairs (&self);
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
