/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "output/report/report-tree.h"

#include "analysis/stacks/call-tree.h"
#include "analysis/text/amount-text.h"
#include "analysis/text/kind-text.h"
#include "output/table/html-page.h"

#include <glib/gi18n-lib.h>

/* Each line gives its level, so deeper levels need no more indentation. */
#define MAX_INDENT 40

typedef struct
{
  const TvTreeReport *report;
  TvTrace *trace;
  gboolean *dropped; /* by node; NULL if all are listed */
  GArray *path;      /* gsize: by depth, the rows of the ancestors */

  guint32 index; /* of the node of the current row */
  const TvCallTreeNode *node;
  gsize row;
  guint depth;
} TreeReport;

enum
{
  COLUMN_NODE,
  COLUMN_PARENT,
  COLUMN_LEVEL,
  COLUMN_CLASS,
  COLUMN_METHOD,
  COLUMN_SIGNATURE,
  COLUMN_THREAD_ID,
  COLUMN_THREAD,
  COLUMN_CALLS,
  COLUMN_INCLUSIVE,
  COLUMN_INCLUSIVE_SHARE,
  COLUMN_EXCLUSIVE,
  COLUMN_EXCLUSIVE_SHARE,
  COLUMN_WAITING,
  COLUMN_NAME
};

#define CPU TV_CLOCK_THREAD_CPU
#define WALL TV_CLOCK_WALL

/* Heading, field of TSV, member in JSON, width in text. */
static const TvColumn all_columns[] = {
  { NULL, "node", "node", .what = COLUMN_NODE },
  { NULL, "parent", "parent", .what = COLUMN_PARENT },
  { NULL, "level", "level", .what = COLUMN_LEVEL },
  { NULL, "class", "class", .what = COLUMN_CLASS },
  { NULL, "method", "method", .what = COLUMN_METHOD },
  { NULL, "signature", "signature", .what = COLUMN_SIGNATURE },
  { NULL, "tid", "tid", .what = COLUMN_THREAD_ID },
  { NULL, "thread", "thread", .what = COLUMN_THREAD },
  { NULL, "calls", "calls", .what = COLUMN_CALLS },
  { N_ ("Incl CPU"), "inclusive_cpu_us", "cpu.inclusive_ns", TRUE, .width = 14,
    .what = COLUMN_INCLUSIVE, .clock = CPU },
  { "%", NULL, NULL, TRUE, .width = 7, .what = COLUMN_INCLUSIVE_SHARE, .clock = CPU },
  { N_ ("Excl CPU"), "exclusive_cpu_us", "cpu.exclusive_ns", TRUE, .width = 14,
    .what = COLUMN_EXCLUSIVE, .clock = CPU },
  { "%", NULL, NULL, TRUE, .width = 7, .what = COLUMN_EXCLUSIVE_SHARE, .clock = CPU },
  { N_ ("Incl Wall"), "inclusive_wall_us", "wall.inclusive_ns", TRUE, .width = 14,
    .what = COLUMN_INCLUSIVE, .clock = WALL },
  { "%", NULL, NULL, TRUE, .width = 7, .what = COLUMN_INCLUSIVE_SHARE, .clock = WALL },
  { N_ ("Excl Wall"), "exclusive_wall_us", "wall.exclusive_ns", TRUE, .width = 14,
    .what = COLUMN_EXCLUSIVE, .clock = WALL },
  { "%", NULL, NULL, TRUE, .width = 7, .what = COLUMN_EXCLUSIVE_SHARE, .clock = WALL },
  { N_ ("Waiting"), "waiting_us", "waiting_ns", TRUE, .width = 14,
    .what = COLUMN_WAITING },
  { N_ ("Calls"), NULL, NULL, TRUE, .width = 10, .what = COLUMN_CALLS },
  { N_ ("Level"), NULL, NULL, TRUE, .width = 6, .what = COLUMN_LEVEL },
  { N_ ("Method"), .what = COLUMN_NAME },
};

/* Returns whether the method of a node stands for its overloads too. */
static gboolean
has_overloads (const TreeReport *report)
{
  const TvCallTreeLimits *limits = report->report->limits;

  return limits->same != NULL
         && tv_method_set_contains (limits->from, report->node->method);
}

/* A node stands for a method, a thread, or all threads. */
static void
get_identity (const TreeReport *report, guint what, TvCell *cell)
{
  const guint32 index = report->node->method;
  const TvMethod *method;

  cell->kind = TV_CELL_ABSENT;
  if (index == TV_METHOD_NONE)
    return;
  method = tv_trace_get_method (report->trace, index);
  tv_cell_set_text (cell, what == COLUMN_CLASS      ? method->class_name
                          : what == COLUMN_METHOD   ? method->name
                          : !has_overloads (report) ? method->signature
                                                    : NULL);
}

static void
get_thread (const TreeReport *report, guint what, TvCell *cell)
{
  const TvThread *thread;

  cell->kind = TV_CELL_ABSENT;
  if (report->node->method != TV_METHOD_NONE || report->node->thread == TV_THREAD_NONE)
    return;
  thread = tv_trace_get_thread (report->trace, report->node->thread);
  if (what == COLUMN_THREAD_ID)
    tv_cell_set_count (cell, thread->id);
  else
    tv_cell_set_text (cell, thread->name);
}

static void
get_name (const TreeReport *report, TvCell *cell)
{
  g_autofree char *label = NULL;
  TvMethod method;

  cell->level = MIN (report->depth, MAX_INDENT);
  cell->kind = TV_CELL_TEXT;
  if (report->node->method != TV_METHOD_NONE)
    {
      method = *tv_trace_get_method (report->trace, report->node->method);
      if (has_overloads (report))
        method.signature = "";
      tv_method_append_display_name (cell->text, &method);
    }
  else if (report->node->thread != TV_THREAD_NONE)
    {
      label = tv_trace_dup_thread_label (report->trace, report->node->thread);
      g_string_append (cell->text, label);
    }
  else
    g_string_append (cell->text, _ ("All threads"));
}

static void
get_time (const TreeReport *report, const TvColumn *column, TvCell *cell)
{
  const gint64 whole = tv_call_tree_get_whole (report->report->tree, column->clock);
  const gint64 inclusive = report->node->inclusive[column->clock];
  const gint64 exclusive = report->node->exclusive[column->clock];

  if (!tv_trace_has_clock (report->trace, column->clock))
    cell->kind = TV_CELL_ABSENT;
  else if (column->what == COLUMN_INCLUSIVE)
    tv_cell_set_amount (cell, report->trace, column->clock, inclusive);
  else if (column->what == COLUMN_INCLUSIVE_SHARE)
    tv_cell_set_share (cell, inclusive, whole);
  else if (column->what == COLUMN_EXCLUSIVE)
    tv_cell_set_amount (cell, report->trace, column->clock, exclusive);
  else
    tv_cell_set_share (cell, exclusive, whole);
}

static void
get_cell (gpointer source, const TvColumn *column, TvTableFormat format, TvCell *cell)
{
  const TreeReport *report = source;

  if (column->what >= COLUMN_INCLUSIVE && column->what <= COLUMN_EXCLUSIVE_SHARE)
    get_time (report, column, cell);
  else if (column->what == COLUMN_NODE)
    tv_cell_set_count (cell, report->row);
  else if (column->what == COLUMN_PARENT && report->depth > 0)
    tv_cell_set_count (cell, g_array_index (report->path, gsize, report->depth - 1));
  else if (column->what == COLUMN_PARENT)
    tv_cell_set_text (cell, NULL);
  else if (column->what == COLUMN_LEVEL)
    tv_cell_set_count (cell, report->depth);
  else if (column->what == COLUMN_CALLS)
    tv_cell_set_count (cell, report->node->calls);
  else if (column->what == COLUMN_WAITING)
    tv_cell_set_time (cell, report->node->waiting);
  else if (column->what == COLUMN_NAME)
    get_name (report, cell);
  else if (column->what == COLUMN_THREAD_ID || column->what == COLUMN_THREAD)
    get_thread (report, column->what, cell);
  else
    get_identity (report, column->what, cell);
}

/* A node in pre-order. */
typedef struct
{
  guint32 index;
  guint place;
  gint64 time;
} Listed;

static int
compare_listed (gconstpointer a, gconstpointer b)
{
  const Listed *first = a;
  const Listed *second = b;

  if (first->time != second->time)
    return first->time > second->time ? -1 : 1;
  return (first->place > second->place) - (first->place < second->place);
}

/* Drops the nodes with the least time. No node has more time than its parent, so all
 * nodes below a dropped one are dropped too. A root has no time of its own. */
static gboolean *
drop_short_paths (const TvTreeReport *spec)
{
  const TvClock clock = spec->limits->clock;
  const gboolean by_exclusive = spec->limits->bottom_up && spec->limits->from == NULL;
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Listed));
  const guint32 n_nodes = tv_call_tree_get_n_nodes (spec->tree);
  Listed listed = { .index = TV_NODE_NONE };
  guint depth = 0;
  gboolean *dropped;

  if (spec->top == 0 || n_nodes <= spec->top)
    return NULL;
  while ((listed.index = tv_call_tree_get_next (spec->tree, listed.index, &depth))
         != TV_NODE_NONE)
    {
      const TvCallTreeNode *node = tv_call_tree_get_node (spec->tree, listed.index);

      listed.place = all->len;
      listed.time
          = (by_exclusive && depth > 0 ? node->exclusive : node->inclusive)[clock];
      g_array_append_val (all, listed);
    }
  g_array_sort (all, compare_listed);
  dropped = g_new0 (gboolean, n_nodes);
  for (guint i = spec->top; i < all->len; i++)
    dropped[g_array_index (all, Listed, i).index] = TRUE;
  return dropped;
}

static gboolean
go_to_row (gpointer source, gsize row)
{
  TreeReport *report = source;
  const TvCallTree *tree = report->report->tree;

  do
    report->index = tv_call_tree_get_next (tree, report->index, &report->depth);
  while (report->index != TV_NODE_NONE && report->dropped != NULL
         && report->dropped[report->index]);
  if (report->index == TV_NODE_NONE)
    return FALSE;
  report->node = tv_call_tree_get_node (tree, report->index);
  report->row = row;
  g_array_set_size (report->path, report->depth + 1);
  g_array_index (report->path, gsize, report->depth) = row;
  return TRUE;
}

/* TSV always has the same columns, but for those that samples do not tell. Other
 * formats leave out times that the file lacks. */
static guint
choose_columns (const TvTrace *trace, TvTableFormat format, TvColumn *columns)
{
  const gboolean is_sampled = tv_trace_has_samples (trace);
  const gboolean waits
      = tv_trace_has_clock (trace, CPU) && tv_trace_has_clock (trace, WALL);
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (all_columns); i++)
    {
      const TvColumn *column = &all_columns[i];
      const gboolean is_time
          = column->what >= COLUMN_INCLUSIVE && column->what <= COLUMN_EXCLUSIVE_SHARE;

      if (is_sampled
          && ((is_time && column->clock == WALL) || column->what == COLUMN_CALLS
              || column->what == COLUMN_WAITING))
        continue;
      if (format != TV_TABLE_TSV && format != TV_TABLE_CSV
          && ((is_time && !tv_trace_has_clock (trace, column->clock))
              || (column->what == COLUMN_WAITING && !waits)))
        continue;
      columns[n] = *column;
      if (column->title != NULL)
        columns[n].title = tv_amount_get_title (trace, column->title);
      if (is_time)
        {
          columns[n].field = tv_amount_get_field (trace, column->clock, column->field);
          columns[n].member
              = tv_amount_get_field (trace, column->clock, column->member);
        }
      n++;
    }
  return n;
}

static char *
dup_least (const TvTreeReport *spec)
{
  const gint64 least = tv_call_tree_get_least (spec->tree, spec->limits);
  g_autoptr (GString) time = g_string_new (NULL);

  if (least == 0)
    return NULL;
  tv_amount_append (time, tv_call_tree_get_trace (spec->tree), spec->limits->clock,
                    least);
  return g_strdup_printf (
      spec->limits->bottom_up && spec->limits->from == NULL
          ? _ ("Paths with less than %s %s of exclusive time are left out.")
          : _ ("Paths with less than %s %s of inclusive time are left out."),
      time->str,
      tv_amount_get_symbol (tv_call_tree_get_trace (spec->tree), spec->limits->clock));
}

static void
begin_page (const TreeReport *report, TvTableFormat format, TvTextWriter *writer)
{
  const TvTreeReport *spec = report->report;
  g_autofree char *least = dup_least (spec);
  g_autofree char *depth = spec->limits->max_depth > 0
                               ? g_strdup_printf (_ ("Levels below %u are left out."),
                                                  spec->limits->max_depth)
                               : NULL;
  g_autofree char *top = g_strdup_printf (
      ngettext ("Only the path with the most time is listed.",
                "Only the %u paths with the most time are listed.", spec->top),
      spec->top);
  g_autofree char *note = tv_amount_dup_note (report->trace);
  g_autofree char *samples
      /* Translators: how many would be as exact as the samples of the trace */
      = g_strdup_printf (_ ("Samples of equal weight: %.0f"), spec->n_samples);
  const char *notes[8] = { note };
  guint n = 1;

  if (spec->n_samples > 0)
    notes[n++] = samples;
  if (spec->limits->from != NULL)
    {
      notes[n++]
          = tv_kind_text (report->trace, N_ ("Percentages of the time in the method"));
      notes[n++] = tv_kind_text (
          report->trace,
          N_ ("Nested calls of the method are counted, and their time counts once"));
    }
  if (least != NULL)
    notes[n++] = least;
  if (depth != NULL)
    notes[n++] = depth;
  if (report->dropped != NULL)
    notes[n++] = top;
  tv_page_begin (writer, format, spec->title, notes);
}

static void
begin_json (const TreeReport *report, TvJsonWriter *json)
{
  const TvCallTree *tree = report->report->tree;
  const TvCallTreeLimits *limits = report->report->limits;

  tv_json_begin_object (json, NULL);
  tv_json_add_string (json, "direction",
                      report->report->limits->bottom_up ? "bottom-up" : "top-down");
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_has_clock (report->trace, clock))
      tv_json_add_amount (json, clock == TV_CLOCK_WALL ? "wall_ns" : "cpu_ns",
                          report->trace, clock, tv_call_tree_get_whole (tree, clock));
  tv_json_add_amount (json, "least_ns", report->trace, limits->clock,
                      tv_call_tree_get_least (tree, limits));
  if (limits->max_depth > 0)
    tv_json_add_number (json, "max_depth", limits->max_depth);
  else
    tv_json_add_null (json, "max_depth");
}

static void
write_report (TreeReport *report, TvTableFormat format, TvTextWriter *writer)
{
  TvColumn columns[G_N_ELEMENTS (all_columns)];
  TvJsonWriter json = { .out = writer };
  const TvTable table = { .columns = columns,
                          .n_columns = choose_columns (report->trace, format, columns),
                          .for_programs = TRUE,
                          .titled = TRUE,
                          .rows_name = "nodes",
                          .json = &json,
                          .go_to_row = go_to_row,
                          .get = get_cell,
                          .source = report };

  if (format == TV_TABLE_JSON)
    begin_json (report, &json);
  begin_page (report, format, writer);
  tv_table_write (&table, format, writer);
  tv_page_end (writer, format);
}

/**
 * tv_report_tree:
 * @report: what is to be written
 * @format: any format but JSON lines
 * @out: where it goes
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Writes a row for each listed node, the greatest branch first. Formats for programs
 * are a flat list in which each node has the number of its parent, so readers need not
 * nest as deep as the stacks.
 *
 * Returns: whether everything was written; a #GIOErrorEnum is in @error otherwise
 */
gboolean
tv_report_tree (const TvTreeReport *report, TvTableFormat format, GOutputStream *out,
                GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTextWriter) writer = NULL;
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (gsize));
  g_autofree gboolean *dropped = NULL;
  TreeReport tree_report = { .report = report, .path = path, .index = TV_NODE_NONE };

  g_return_val_if_fail (report != NULL && report->tree != NULL, FALSE);
  g_return_val_if_fail (G_IS_OUTPUT_STREAM (out), FALSE);

  writer = tv_text_writer_new (out, cancellable);
  tree_report.dropped = dropped = drop_short_paths (report);
  tree_report.trace = tv_call_tree_get_trace (report->tree);
  write_report (&tree_report, format, writer);
  return tv_text_writer_finish (writer, error);
}
