/* SPDX-License-Identifier: Apache-2.0 */

/* The call graph in DOT, the language of Graphviz. */

#include "config.h"

#include "output/report/report-graph.h"

#include "analysis/text/amount-text.h"
#include "output/report/call-report.h"
#include "output/table/text-writer.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* The saturation of a node whose exclusive time is all the time. */
#define MAX_SATURATION 0.8
#define MAX_WIDTH 4.0

/* The most characters of a name. Even if all are escaped, a name stays below the 16,382
 * bytes that dot reads of a string. */
#define MAX_LABEL 120
#define MAX_TOOLTIP 2000

/* What was left out. */
typedef enum
{
  LEFT_OUT_FAR = 1 << 0,
  LEFT_OUT_DEEP = 1 << 1,
  LEFT_OUT_ALL = 1 << 2
} LeftOut;

/* A node whose callees are still to be written. */
typedef struct
{
  guint32 row;
  guint depth;
} Open;

typedef struct
{
  TvTextWriter *writer;
  const TvCallReport *report;
  TvClock clock;
  double threshold;
  guint top;
  guint max_depth;
  LeftOut left_out;
  const char *root; /* name of (toplevel) */
  char prefix[16];  /* of the names of nodes */
  gboolean *seen;   /* by row */
  guint32
      *caller_of; /* by row: 1 + the last caller with calls that are not recursive */
  GArray *queue;  /* of Open */
} Graph;

/* Adds a text, without its middle if it has more than @most characters. */
static void
add_text (TvTextWriter *writer, const char *text, glong most)
{
  const glong length = g_utf8_strlen (text, -1);

  if (length > most)
    {
      tv_text_writer_add_dot (writer, text,
                              g_utf8_offset_to_pointer (text, most / 2) - text);
      tv_text_writer_add (writer, "…");
      text = g_utf8_offset_to_pointer (text, length - most / 2);
    }
  tv_text_writer_add_dot (writer, text, -1);
}

static void
add_amount (const Graph *graph, gint64 amount)
{
  g_autoptr (GString) text = g_string_new (NULL);

  tv_amount_append (text, graph->report->trace, graph->clock, amount);
  tv_text_writer_add (graph->writer, text->str);
}

/* Samples do not tell calls. */
static gboolean
has_calls (const Graph *graph)
{
  return !tv_trace_has_samples (graph->report->trace);
}

static void
add_fraction (const Graph *graph, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (digits, sizeof digits, "%.3f", value);
  tv_text_writer_add (graph->writer, digits);
}

static double
get_share (gint64 part, gint64 whole)
{
  return whole > 0 ? CLAMP ((double) part / (double) whole, 0, 1) : 0;
}

static char *
dup_name (const Graph *graph, guint32 row, gboolean with_signature)
{
  const guint32 index = graph->report->rows[row].method;
  TvMethod method;

  if (index == TV_METHOD_NONE)
    return g_strdup (graph->root);
  method = *tv_trace_get_method (graph->report->trace, index);
  if (!with_signature)
    method.signature = "";
  return tv_method_dup_display_name (&method);
}

static void
add_node_name (const Graph *graph, guint32 row)
{
  tv_text_writer_add (graph->writer, graph->prefix);
  tv_text_writer_add_char (graph->writer, 'm');
  tv_text_writer_add_number (graph->writer, row, 0);
}

static void
add_calls (const Graph *graph, const TvCallReportRow *row)
{
  tv_text_writer_add_number (graph->writer, (gint64) row->calls, 0);
  if (row->recursive_calls == 0)
    return;
  tv_text_writer_add_char (graph->writer, '+');
  tv_text_writer_add_number (graph->writer, (gint64) row->recursive_calls, 0);
}

/* `<ref> callname (<inc-ms>, <exc-ms>,<numcalls>)` */
static void
write_node (const Graph *graph, guint32 index)
{
  const TvCallReportRow *row = &graph->report->rows[index];
  g_autofree char *name = dup_name (graph, index, FALSE);
  g_autofree char *full_name = dup_name (graph, index, TRUE);
  const double share = get_share (row->exclusive, graph->report->total);

  add_node_name (graph, index);
  tv_text_writer_add (graph->writer, " [label=\"[");
  tv_text_writer_add_number (graph->writer, index, 0);
  tv_text_writer_add (graph->writer, "] ");
  add_text (graph->writer, name, MAX_LABEL);
  tv_text_writer_add (graph->writer, "\\n(");
  add_amount (graph, row->inclusive);
  tv_text_writer_add (graph->writer, ", ");
  add_amount (graph, row->exclusive);
  if (has_calls (graph))
    {
      tv_text_writer_add (graph->writer, ", ");
      add_calls (graph, row);
    }
  tv_text_writer_add (graph->writer, ")\", tooltip=\"");
  add_text (graph->writer, full_name, MAX_TOOLTIP);
  /* The root's exclusive time is idle time of threads. */
  tv_text_writer_add (graph->writer, "\", fillcolor=\"0.05 ");
  add_fraction (graph,
                row->method == TV_METHOD_NONE ? 0 : MAX_SATURATION * sqrt (share));
  tv_text_writer_add (graph->writer, " 1\"];\n");
}

/* An edge is dashed if only recursive calls of the caller take it. */
static void
write_edge (const Graph *graph, guint32 caller, const TvCallReportRelative *callee,
            gboolean while_recursive)
{
  const double share
      = get_share (callee->inclusive, graph->report->rows[caller].inclusive);

  add_node_name (graph, caller);
  tv_text_writer_add (graph->writer, " -> ");
  add_node_name (graph, callee->row);
  tv_text_writer_add (graph->writer, " [label=\"");
  add_amount (graph, callee->inclusive);
  tv_text_writer_add_char (graph->writer, ' ');
  add_text (graph->writer, tv_amount_get_symbol (graph->report->trace, graph->clock),
            MAX_LABEL);
  if (has_calls (graph))
    {
      tv_text_writer_add (graph->writer, "\\n");
      tv_text_writer_add_number (graph->writer, (gint64) callee->calls, 0);
      tv_text_writer_add (graph->writer, "×");
    }
  tv_text_writer_add (graph->writer, "\", penwidth=");
  add_fraction (graph, 1 + (MAX_WIDTH - 1) * share);
  tv_text_writer_add (graph->writer, while_recursive ? ", style=dashed];\n" : "];\n");
}

/* Returns whether the node is drawn. */
static gboolean
visit (Graph *graph, guint32 row, guint depth)
{
  const Open open = { row, depth };

  if (graph->seen[row])
    return TRUE;
  if (graph->queue->len >= graph->top)
    graph->left_out |= LEFT_OUT_FAR;
  else if (depth > graph->max_depth)
    graph->left_out |= LEFT_OUT_DEEP;
  else
    {
      graph->seen[row] = TRUE;
      g_array_append_val (graph->queue, open);
      write_node (graph, row);
    }
  return graph->seen[row];
}

static void
follow (Graph *graph, const Open *caller, TvRelation relation)
{
  const gboolean while_recursive = relation == TV_RELATION_CHILDREN_WHILE_RECURSIVE;
  const guint32 row = caller->row;
  const double least
      = (double) graph->report->rows[row].inclusive * graph->threshold / 100;
  guint n;
  const TvCallReportRelative *callees
      = tv_call_report_get_relatives (graph->report, row, relation, &n);

  for (guint i = 0; i < n && !while_recursive; i++)
    graph->caller_of[callees[i].row] = row + 1;
  for (guint i = 0; i < n && (double) callees[i].inclusive >= least; i++)
    if (!(while_recursive && graph->caller_of[callees[i].row] == row + 1)
        && visit (graph, callees[i].row, caller->depth + 1))
      write_edge (graph, row, &callees[i], while_recursive);
}

/* Draws nodes breadth first from the root, along calls that take enough of their
 * caller's time. */
static void
write_graph (Graph *graph, const TvReportGraphSpec *spec)
{
  const guint n_rows = graph->report->n_rows;

  graph->threshold = spec->threshold;
  graph->top = spec->top > 0 ? spec->top : G_MAXUINT;
  graph->max_depth = spec->max_depth > 0 ? spec->max_depth : G_MAXUINT;
  graph->seen = g_new0 (gboolean, n_rows);
  graph->caller_of = g_new0 (guint32, n_rows);
  graph->queue = g_array_new (FALSE, FALSE, sizeof (Open));
  for (guint32 row = 0; row < n_rows; row++)
    if (graph->report->rows[row].method == TV_METHOD_NONE)
      visit (graph, row, 0);
  for (guint at = 0;
       at < graph->queue->len && !tv_text_writer_has_failed (graph->writer); at++)
    {
      const Open open = g_array_index (graph->queue, Open, at);

      follow (graph, &open, TV_RELATION_CHILDREN);
      follow (graph, &open, TV_RELATION_CHILDREN_WHILE_RECURSIVE);
    }
  if (graph->queue->len == 1 && graph->left_out == 0 && n_rows > 1)
    graph->left_out = LEFT_OUT_ALL;
  g_clear_pointer (&graph->queue, g_array_unref);
  g_clear_pointer (&graph->seen, g_free);
  g_clear_pointer (&graph->caller_of, g_free);
}

static gboolean
write_report (TvTrace *trace, const TvReportGraphSpec *spec,
              const TvProfileRange *range, Graph *graph, GCancellable *cancellable,
              GError **error)
{
  const TvCallReportSpec report_spec
      = { .clock = spec->clock, .only_callees = TRUE, .through = spec->through };
  g_autoptr (TvCallReport) report
      = tv_call_report_new (trace, range, &report_spec, cancellable, error);

  if (report == NULL)
    return FALSE;
  graph->report = report;
  graph->clock = spec->clock;
  write_graph (graph, spec);
  graph->report = NULL;
  return TRUE;
}

static gboolean
write_cluster (TvTrace *trace, const TvReportGraphSpec *spec, guint32 thread,
               TvTextWriter *writer, LeftOut *left_out, GCancellable *cancellable,
               GError **error)
{
  g_autofree char *label = tv_trace_dup_thread_label (trace, thread);
  g_autoptr (TvThreadSet) threads = tv_thread_set_new (&thread, 1);
  Graph graph = { .writer = writer, .root = label };
  TvProfileRange range = spec->part;
  gboolean done;

  range.threads = threads;
  g_snprintf (graph.prefix, sizeof graph.prefix, "t%u", thread);
  tv_text_writer_add (writer, "subgraph \"cluster_");
  tv_text_writer_add (writer, graph.prefix);
  tv_text_writer_add (writer, "\" {\nlabel=\"");
  add_text (writer, label, MAX_LABEL);
  tv_text_writer_add (writer, "\";\n");
  done = write_report (trace, spec, &range, &graph, cancellable, error);
  tv_text_writer_add (writer, "}\n");
  *left_out |= graph.left_out & (LEFT_OUT_FAR | LEFT_OUT_DEEP);
  return done;
}

static guint
count_threads_with_calls (TvTrace *trace, const TvThreadSet *threads)
{
  const guint n = tv_thread_set_count (threads, trace);
  guint n_with_calls = 0;

  for (guint i = 0; i < n; i++)
    n_with_calls
        += tv_trace_get_thread (trace, tv_thread_set_get_nth (threads, i))->n_calls > 0;
  return n_with_calls;
}

/* Leaves out threads without calls. The limit on methods is shared by the others. */
static gboolean
write_clusters (TvTrace *trace, const TvReportGraphSpec *spec, TvTextWriter *writer,
                LeftOut *left_out, GCancellable *cancellable, GError **error)
{
  const guint n = tv_thread_set_count (spec->part.threads, trace);
  const guint n_clusters = count_threads_with_calls (trace, spec->part.threads);
  TvReportGraphSpec cluster = *spec;

  if (n_clusters > 0 && spec->top > 0)
    cluster.top = MAX (spec->top / n_clusters, 1);
  for (guint i = 0; i < n && !tv_text_writer_has_failed (writer); i++)
    {
      const guint32 thread = tv_thread_set_get_nth (spec->part.threads, i);

      if (tv_trace_get_thread (trace, thread)->n_calls > 0
          && !write_cluster (trace, &cluster, thread, writer, left_out, cancellable,
                             error))
        return FALSE;
    }
  return TRUE;
}

/* Returns a sentence about what the picture does not show, or NULL. */
static char *
dup_note (const TvReportGraphSpec *spec, LeftOut left_out)
{
  g_autofree char *far
      = g_strdup_printf (ngettext ("Only the first method from the root is drawn; "
                                   "--top=N draws more.",
                                   "Only the first %u methods from the root are drawn; "
                                   "--top=N draws more.",
                                   spec->top),
                         spec->top);
  g_autofree char *deep
      = g_strdup_printf (_ ("Levels below %u are left out."), spec->max_depth);

  if (left_out == LEFT_OUT_ALL)
    return g_strdup (_ ("No method takes enough of its caller's time to be drawn; a "
                        "lower --threshold draws more."));
  if (left_out == (LEFT_OUT_FAR | LEFT_OUT_DEEP))
    return g_strconcat (far, " ", deep, NULL);
  if (left_out == LEFT_OUT_FAR)
    return g_steal_pointer (&far);
  return left_out == LEFT_OUT_DEEP ? g_steal_pointer (&deep) : NULL;
}

static void
add_note (TvTextWriter *writer, const char *note)
{
  if (note == NULL)
    return;
  tv_text_writer_add (writer, "label=\"");
  add_text (writer, note, MAX_TOOLTIP);
  tv_text_writer_add (writer, "\";\n");
}

/**
 * tv_report_graph:
 * @trace: a trace
 * @spec: what to draw of it
 * @note: (out) (nullable) (optional): a sentence about what was left out, which the
 *   graph has too
 * @out: where it goes
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Writes a graph of the methods in DOT. It starts at `(toplevel)`, which has the time
 * of the threads, and follows the calls that take at least #TvReportGraphSpec.threshold
 * percent of their caller's time.
 *
 * Returns: whether everything was written; a #GIOErrorEnum is in @error otherwise
 */
gboolean
tv_report_graph (TvTrace *trace, const TvReportGraphSpec *spec, char **note,
                 GOutputStream *out, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTextWriter) writer = NULL;
  g_autofree char *sentence = NULL;
  Graph graph = { .root = "(toplevel)" };
  gboolean done;

  g_return_val_if_fail (trace != NULL && spec != NULL, FALSE);
  g_return_val_if_fail (G_IS_OUTPUT_STREAM (out), FALSE);

  writer = tv_text_writer_new (out, cancellable);
  graph.writer = writer;
  tv_text_writer_add (writer, "digraph \"");
  add_text (writer, spec->title, MAX_TOOLTIP);
  tv_text_writer_add (
      writer, "\" {\ngraph [charset=\"UTF-8\", fontname=\"sans-serif\"];\n"
              "node [shape=box, style=\"filled,rounded\", color=\"#77767b\", "
              "fontname=\"sans-serif\", fontsize=11, height=0.1];\n"
              "edge [fontname=\"sans-serif\", fontsize=9, color=\"#5e5c64\"];\n");
  if (spec->per_thread)
    done = write_clusters (trace, spec, writer, &graph.left_out, cancellable, error);
  else
    done = write_report (trace, spec, &spec->part, &graph, cancellable, error);
  sentence = dup_note (spec, graph.left_out);
  add_note (writer, sentence);
  tv_text_writer_add (writer, "}\n");
  if (note != NULL)
    *note = g_steal_pointer (&sentence);
  return done && tv_text_writer_finish (writer, error);
}
