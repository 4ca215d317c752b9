/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "output/flame/flame-graph.h"

#include "analysis/stacks/call-tree.h"
#include "analysis/text/time-text.h"
#include "output/flame/flame-page.h"
#include "output/table/text-writer.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#define N_STEPS 6

typedef struct
{
  const TvFlameGraph *graph;
  TvTrace *trace;
  const TvCallTreeNode *nodes;
  gboolean grouped; /* a frame for everything is below those of the threads */
  gint64 whole;
  double greatest_change; /* of a share, 0 to 1 */
  guint n_levels;
  gboolean cut; /* whether deeper levels are left out */
  TvFlamePage page;
  GArray *places; /* gint64: by depth, where the next child begins */
  GString *details;
  TvTextWriter *writer;
} Drawing;

static double
find_share (gint64 part, gint64 whole)
{
  return whole > 0 ? (double) part / (double) whole : 0;
}

static double
find_change (const Drawing *drawing, guint32 node)
{
  const TvFlameGraph *graph = drawing->graph;
  const TvCallTreeNode *row = &drawing->nodes[node];

  if (graph->change == TV_FLAME_CHANGE_SELF)
    return find_share (row->exclusive[graph->clock], drawing->whole)
           - find_share (graph->other->exclusive[node], graph->other->whole);
  return find_share (row->inclusive[graph->clock], drawing->whole)
         - find_share (graph->other->inclusive[node], graph->other->whole);
}

static void
survey (Drawing *drawing)
{
  const TvFlameGraph *graph = drawing->graph;
  g_autoptr (TvCallTreeWalk) walk = tv_call_tree_walk_new (graph->tree);
  guint32 node;
  guint depth;

  while (tv_call_tree_walk_next (walk, &node, &depth))
    {
      const TvCallTreeNode *row = &drawing->nodes[node];

      drawing->n_levels = MAX (drawing->n_levels, depth + 1);
      drawing->cut
          = drawing->cut
            || (graph->max_depth > 0 && depth == graph->max_depth
                && row->exclusive[graph->clock] < row->inclusive[graph->clock]);
      if (graph->other != NULL && row->method != TV_METHOD_NONE)
        drawing->greatest_change
            = MAX (drawing->greatest_change, fabs (find_change (drawing, node)));
    }
}

static void
append_time (const Drawing *drawing, gint64 nanoseconds)
{
  tv_time_append_milliseconds (drawing->details, nanoseconds);
  g_string_append_printf (drawing->details, " %s (", _ ("ms"));
  tv_percent_append (drawing->details, nanoseconds, drawing->whole);
  g_string_append (drawing->details, " %)");
}

static void
append_other (const Drawing *drawing, guint32 node)
{
  const TvFlameGraph *graph = drawing->graph;
  const TvCallTreeOther *other = graph->other;
  const double change = find_change (drawing, node) * 100;
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (drawing->details, "; %s ", _ ("before"));
  tv_time_append_milliseconds (drawing->details, other->inclusive[node]);
  g_string_append_printf (drawing->details, " %s (", _ ("ms"));
  tv_percent_append (drawing->details, other->inclusive[node], other->whole);
  g_string_append_printf (drawing->details, " %%), %s ", _ ("self"));
  tv_time_append_milliseconds (drawing->details, other->exclusive[node]);
  g_string_append_printf (drawing->details, " %s; %s ", _ ("ms"), _ ("change"));
  g_ascii_formatd (number, sizeof number, "%+.2f", change);
  g_string_append_printf (drawing->details, "%s %%", number);
}

static const char *
describe (const Drawing *drawing, guint32 node)
{
  const TvCallTreeNode *row = &drawing->nodes[node];
  const TvClock clock = drawing->graph->clock;

  g_string_truncate (drawing->details, 0);
  append_time (drawing, row->inclusive[clock]);
  if (row->method != TV_METHOD_NONE)
    {
      g_string_append_printf (drawing->details, ", %s ", _ ("self"));
      append_time (drawing, row->exclusive[clock]);
      g_string_append (drawing->details, ", ");
      g_string_append_printf (drawing->details,
                              g_dngettext (GETTEXT_PACKAGE, "%" PRIu64 " call",
                                           "%" PRIu64 " calls", (gulong) row->calls),
                              row->calls);
      if (drawing->graph->other != NULL)
        append_other (drawing, node);
    }
  return drawing->details->str;
}

/* Steps by the square root, so that a small change shows beside a great one. */
static void
choose_style (const Drawing *drawing, guint32 node, const char *name, TvFlameBox *box)
{
  double change;

  box->style = "b";
  box->number = -1;
  if (drawing->nodes[node].method == TV_METHOD_NONE)
    return;
  if (drawing->graph->other == NULL)
    {
      box->style = "c";
      box->number = (int) tv_flame_page_get_color (name);
      return;
    }
  change = find_change (drawing, node);
  box->number = drawing->greatest_change > 0 ? (int) ceil (
                    sqrt (fabs (change) / drawing->greatest_change) * N_STEPS - 0.5)
                                             : 0;
  box->style = change < 0 ? "less" : "more";
}

static gint64
find_y (const Drawing *drawing, guint level)
{
  const guint row = drawing->graph->icicle ? level : drawing->n_levels - 1 - level;

  return (gint64) row * TV_FLAME_ROW;
}

static void
add_node (Drawing *drawing, guint32 node, guint depth)
{
  const TvCallTreeNode *row = &drawing->nodes[node];
  const gint64 time = row->inclusive[drawing->graph->clock];
  const gint64 start = g_array_index (drawing->places, gint64, depth);
  g_autofree char *label = NULL;
  const char *name;
  TvFlameBox box = { .start = find_share (start, drawing->whole),
                     .end = find_share (start + time, drawing->whole),
                     .y = find_y (drawing, depth + drawing->grouped) };

  g_array_index (drawing->places, gint64, depth) += time;
  g_array_set_size (drawing->places, depth + 2);
  g_array_index (drawing->places, gint64, depth + 1) = start;
  if (row->method != TV_METHOD_NONE)
    name = tv_frame_names_get (drawing->graph->names, row->method);
  else if (row->thread != TV_THREAD_NONE)
    name = label = tv_trace_dup_thread_label (drawing->trace, row->thread);
  else
    name = _ ("All threads");
  choose_style (drawing, node, name, &box);
  box.name = name;
  box.details = describe (drawing, node);
  tv_flame_page_add_box (&drawing->page, &box, drawing->writer);
}

static void
add_ground (Drawing *drawing)
{
  TvFlameBox box = { .end = 1,
                     .y = find_y (drawing, 0),
                     .style = "b",
                     .number = -1,
                     .name = _ ("All threads") };

  g_string_truncate (drawing->details, 0);
  append_time (drawing, drawing->whole);
  box.details = drawing->details->str;
  tv_flame_page_add_box (&drawing->page, &box, drawing->writer);
}

static void
add_nodes (Drawing *drawing)
{
  g_autoptr (TvCallTreeWalk) walk = tv_call_tree_walk_new (drawing->graph->tree);
  guint32 node;
  guint depth;

  g_array_set_size (drawing->places, 1);
  if (drawing->grouped)
    add_ground (drawing);
  while (tv_call_tree_walk_next (walk, &node, &depth)
         && !tv_text_writer_has_failed (drawing->writer))
    add_node (drawing, node, depth);
}

static void
write_graph (Drawing *drawing)
{
  const TvFlameGraph *graph = drawing->graph;
  g_autofree char *note = NULL;
  guint n_roots;

  (void) tv_call_tree_get_roots (graph->tree, &n_roots);
  drawing->grouped = n_roots > 1;
  survey (drawing);
  drawing->n_levels += drawing->grouped;
  if (drawing->whole == 0)
    note = g_strdup (_ ("Nothing was called."));
  else if (drawing->cut)
    note = g_strdup_printf (_ ("What is deeper than %u levels is left out."),
                            graph->max_depth);
  else if (graph->other != NULL)
    note = g_strdup (graph->change == TV_FLAME_CHANGE_SELF
                         ? _ ("Red: a greater share of self time than before; blue: "
                              "a smaller one.")
                         : _ ("Red: a greater share of the time than before; blue: a "
                              "smaller one."));
  drawing->page = (TvFlamePage){ .width = graph->width,
                                 .height = (gint64) drawing->n_levels * TV_FLAME_ROW,
                                 .title = graph->title,
                                 .note = note,
                                 .upward = !graph->icicle };
  tv_flame_page_begin (&drawing->page, drawing->writer);
  add_nodes (drawing);
  tv_flame_page_end (&drawing->page, drawing->writer);
}

/**
 * tv_flame_graph_write:
 * @graph: the picture
 * @out: where it goes
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Writes a self-contained SVG document: a frame for each node of the tree, as wide as
 * its share of the whole.
 *
 * Returns: whether everything was written; a #GIOErrorEnum is in @error otherwise
 */
gboolean
tv_flame_graph_write (const TvFlameGraph *graph, GOutputStream *out,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTextWriter) writer = NULL;
  g_autoptr (GArray) places = g_array_new (FALSE, TRUE, sizeof (gint64));
  g_autoptr (GString) details = g_string_new (NULL);
  Drawing drawing = { .graph = graph, .places = places, .details = details };

  g_return_val_if_fail (graph != NULL && graph->tree != NULL && graph->names != NULL,
                        FALSE);
  g_return_val_if_fail (G_IS_OUTPUT_STREAM (out), FALSE);

  writer = tv_text_writer_new (out, cancellable);
  drawing.writer = writer;
  drawing.trace = tv_call_tree_get_trace (graph->tree);
  drawing.nodes = tv_call_tree_get_nodes (graph->tree, NULL);
  drawing.whole = tv_call_tree_get_whole (graph->tree, graph->clock);
  write_graph (&drawing);
  return tv_text_writer_finish (writer, error);
}
