/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "output/report/report-tree.h"

#include "analysis/stacks/call-tree-walk.h"
#include "analysis/text/time-text.h"

#include <glib/gi18n-lib.h>

#define TIME_WIDTH 14
#define PERCENT_WIDTH 7
#define CALLS_WIDTH 10
#define LEVEL_WIDTH 6

/* Deeper paths go straight down: the level stands before each line. */
#define MAX_INDENT 40

typedef struct
{
  const TvTreeReport *report;
  TvTrace *trace;
  const TvCallTreeNode *nodes;
  gboolean waits; /* both clocks are there, so that waiting is known */
  GArray *path;   /* guint32: numbers of the lines above, by depth */
  guint32 n_written;
  TvReportWriter *writer;
} TreeText;

static char *
dup_node_name (const TreeText *text, const TvCallTreeNode *node)
{
  if (node->method != TV_METHOD_NONE)
    return tv_method_dup_display_name (tv_trace_get_method (text->trace, node->method));
  if (node->thread != TV_THREAD_NONE)
    return tv_trace_dup_thread_label (text->trace, node->thread);
  return g_strdup (_ ("All threads"));
}

/* Text */

/* Column heads are translated, and so counted in letters. */
static void
add_right (TreeText *text, const char *cell, guint width)
{
  const glong length = g_utf8_strlen (cell, -1);

  tv_report_writer_add_padding (text->writer,
                                length < (glong) width ? width - (gsize) length : 1);
  tv_report_writer_add (text->writer, cell);
}

static void
add_time (TreeText *text, gint64 nanoseconds)
{
  g_autoptr (GString) cell = g_string_new (NULL);

  tv_time_append_milliseconds (cell, nanoseconds);
  add_right (text, cell->str, TIME_WIDTH);
}

static void
add_clock_cells (TreeText *text, const TvCallTreeNode *node, TvClock clock)
{
  const gint64 whole = tv_call_tree_get_whole (text->report->tree, clock);
  g_autoptr (GString) percent = g_string_new (NULL);

  add_time (text, node->inclusive[clock]);
  tv_percent_append (percent, node->inclusive[clock], whole);
  add_right (text, percent->str, PERCENT_WIDTH);
  add_time (text, node->exclusive[clock]);
  g_string_truncate (percent, 0);
  tv_percent_append (percent, node->exclusive[clock], whole);
  add_right (text, percent->str, PERCENT_WIDTH);
}

static void
write_text_line (TreeText *text, guint32 index, guint depth)
{
  const TvCallTreeNode *node = &text->nodes[index];
  g_autofree char *name = dup_node_name (text, node);

  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_has_clock (text->trace, clock))
      add_clock_cells (text, node, clock);
  if (text->waits)
    add_time (text, node->waiting);
  tv_report_writer_add_number (text->writer, (gint64) node->calls, CALLS_WIDTH);
  tv_report_writer_add_number (text->writer, depth, LEVEL_WIDTH);
  tv_report_writer_add_padding (text->writer, 2 + 2 * (gsize) MIN (depth, MAX_INDENT));
  tv_report_writer_add_field (text->writer, name);
  tv_report_writer_add_char (text->writer, '\n');
}

static void
write_clock_heads (TreeText *text, TvClock clock)
{
  const gboolean wall = clock == TV_CLOCK_WALL;

  if (!tv_trace_has_clock (text->trace, clock))
    return;
  add_right (text, wall ? _ ("Incl Wall") : _ ("Incl CPU"), TIME_WIDTH);
  add_right (text, "%", PERCENT_WIDTH);
  add_right (text, wall ? _ ("Excl Wall") : _ ("Excl CPU"), TIME_WIDTH);
  add_right (text, "%", PERCENT_WIDTH);
}

static void
write_text_limits (TreeText *text)
{
  const TvCallTreeLimits *limits = text->report->limits;
  g_autoptr (GString) least = g_string_new (NULL);

  tv_time_append_milliseconds (least,
                               tv_call_tree_get_least (text->report->tree, limits));
  tv_report_writer_add_char (text->writer, '\n');
  if (tv_call_tree_get_least (text->report->tree, limits) > 0)
    {
      g_autofree char *sentence = g_strdup_printf (
          text->report->bottom_up
              ? _ ("Paths with less than %s ms of exclusive time are left out.")
              : _ ("Paths with less than %s ms of inclusive time are left out."),
          least->str);

      tv_report_writer_add (text->writer, sentence);
      tv_report_writer_add_char (text->writer, '\n');
    }
  if (limits->max_depth > 0)
    {
      g_autofree char *sentence = g_strdup_printf (
          _ ("What is deeper than %u levels is left out."), limits->max_depth);

      tv_report_writer_add (text->writer, sentence);
      tv_report_writer_add_char (text->writer, '\n');
    }
}

static void
write_text (TreeText *text)
{
  g_autoptr (TvCallTreeWalk) walk = tv_call_tree_walk_new (text->report->tree);
  guint32 node;
  guint depth;

  tv_report_writer_add (text->writer, _ ("Times in milliseconds"));
  tv_report_writer_add (text->writer, "\n\n");
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    write_clock_heads (text, clock);
  if (text->waits)
    add_right (text, _ ("Waiting"), TIME_WIDTH);
  add_right (text, _ ("Calls"), CALLS_WIDTH);
  add_right (text, _ ("Level"), LEVEL_WIDTH);
  tv_report_writer_add (text->writer, "  ");
  tv_report_writer_add (text->writer, _ ("Method"));
  tv_report_writer_add_char (text->writer, '\n');
  while (tv_call_tree_walk_next (walk, &node, &depth)
         && !tv_report_writer_has_failed (text->writer))
    write_text_line (text, node, depth);
  write_text_limits (text);
}

/* JSON */

static void
set_clock (TreeText *text, JsonBuilder *builder, const TvCallTreeNode *node,
           TvClock clock)
{
  if (!tv_trace_has_clock (text->trace, clock))
    return;
  json_builder_set_member_name (builder, clock == TV_CLOCK_WALL ? "wall" : "cpu");
  json_builder_begin_object (builder);
  tv_report_set_json_number (builder, "inclusive_ns", node->inclusive[clock]);
  tv_report_set_json_number (builder, "exclusive_ns", node->exclusive[clock]);
  json_builder_end_object (builder);
}

static void
set_identity (TreeText *text, JsonBuilder *builder, const TvCallTreeNode *node)
{
  if (node->method != TV_METHOD_NONE)
    {
      const TvMethod *method = tv_trace_get_method (text->trace, node->method);

      tv_report_set_json_string (builder, "class", method->class_name);
      tv_report_set_json_string (builder, "method", method->name);
      tv_report_set_json_string (builder, "signature", method->signature);
    }
  else if (node->thread != TV_THREAD_NONE)
    {
      const TvThread *thread = tv_trace_get_thread (text->trace, node->thread);

      tv_report_set_json_number (builder, "tid", thread->id);
      tv_report_set_json_string (builder, "thread", thread->name);
    }
}

static void
write_json_node (TreeText *text, JsonBuilder *builder, guint32 index, guint depth)
{
  const TvCallTreeNode *node = &text->nodes[index];

  g_array_set_size (text->path, depth + 1);
  g_array_index (text->path, guint32, depth) = text->n_written;
  tv_report_writer_add (text->writer, text->n_written == 0 ? "\n" : ",\n");
  json_builder_begin_object (builder);
  tv_report_set_json_number (builder, "node", text->n_written);
  json_builder_set_member_name (builder, "parent");
  if (depth > 0)
    json_builder_add_int_value (builder,
                                g_array_index (text->path, guint32, depth - 1));
  else
    json_builder_add_null_value (builder);
  tv_report_set_json_number (builder, "level", depth);
  set_identity (text, builder, node);
  tv_report_set_json_number (builder, "calls", (gint64) node->calls);
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    set_clock (text, builder, node, clock);
  if (text->waits)
    tv_report_set_json_number (builder, "waiting_ns", node->waiting);
  json_builder_end_object (builder);
  tv_report_add_json (text->writer, builder);
  text->n_written++;
}

static void
write_json_head (TreeText *text)
{
  const TvTreeReport *report = text->report;

  tv_report_writer_add (text->writer, "{\"direction\":");
  tv_report_writer_add (text->writer,
                        report->bottom_up ? "\"bottom-up\"" : "\"top-down\"");
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_has_clock (text->trace, clock))
      {
        tv_report_writer_add (text->writer, clock == TV_CLOCK_WALL ? ",\"wall_ns\":"
                                                                   : ",\"cpu_ns\":");
        tv_report_writer_add_number (text->writer,
                                     tv_call_tree_get_whole (report->tree, clock), 0);
      }
  tv_report_writer_add (text->writer, ",\"least_ns\":");
  tv_report_writer_add_number (
      text->writer, tv_call_tree_get_least (report->tree, report->limits), 0);
  tv_report_writer_add (text->writer, ",\"max_depth\":");
  if (report->limits->max_depth > 0)
    tv_report_writer_add_number (text->writer, report->limits->max_depth, 0);
  else
    tv_report_writer_add (text->writer, "null");
  tv_report_writer_add (text->writer, ",\"nodes\":[");
}

static void
write_json (TreeText *text)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (TvCallTreeWalk) walk = tv_call_tree_walk_new (text->report->tree);
  guint32 node;
  guint depth;

  write_json_head (text);
  while (tv_call_tree_walk_next (walk, &node, &depth)
         && !tv_report_writer_has_failed (text->writer))
    write_json_node (text, builder, node, depth);
  tv_report_writer_add (text->writer, "\n]}\n");
}

/**
 * tv_report_tree:
 * @report: what is to be written
 * @format: %TV_REPORT_TEXT or %TV_REPORT_JSON
 * @out: where it goes
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Writes a line for each node, the greatest branch first. In JSON the nodes are one
 * list, each with the number of the one above it, so that no reader has to nest as deep
 * as the stacks do.
 *
 * Returns: whether everything was written; a #GIOErrorEnum is in @error otherwise
 */
gboolean
tv_report_tree (const TvTreeReport *report, TvReportFormat format, GOutputStream *out,
                GCancellable *cancellable, GError **error)
{
  g_autoptr (TvReportWriter) writer = NULL;
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));
  TreeText text = { .report = report, .path = path };

  g_return_val_if_fail (report != NULL && report->tree != NULL, FALSE);
  g_return_val_if_fail (G_IS_OUTPUT_STREAM (out), FALSE);

  writer = tv_report_writer_new (out, cancellable);
  text.writer = writer;
  text.trace = tv_call_tree_get_trace (report->tree);
  text.nodes = tv_call_tree_get_nodes (report->tree, NULL);
  text.waits = tv_trace_has_clock (text.trace, TV_CLOCK_WALL)
               && tv_trace_has_clock (text.trace, TV_CLOCK_THREAD_CPU);
  if (format == TV_REPORT_JSON)
    write_json (&text);
  else
    write_text (&text);
  return tv_report_writer_finish (writer, error);
}
